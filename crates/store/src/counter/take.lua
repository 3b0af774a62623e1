-- Takes a slot of every rate of a request, or of none; or only looks how the rates stand.
--
-- A log is one sorted set: a member per admitted request, whose name is the instant it stands under
-- in microseconds, and a member `n:<node>/<generation>` with a negative score for every node that
-- has put what it knows into the log; the score says for how long a window. Both are in one key, so
-- that a log is never lost without the marks of those who filled it.
--
-- KEYS[1]    the organization's last instant
-- KEYS[2..]  the logs
-- ARGV[1]    the node and its generation
-- ARGV[2]    the time, or nothing for this server's own
-- ARGV[3]    1 to take a slot, 0 to look only
-- ARGV[4..]  for each log the number of its rates, then limit and window of each
--
-- Answers {0, now, logs that the node must fill first...}, or {1 admitted | 2 nothing taken, now, slot,
-- and for each rate how much is used and when its next slot is free}.
local KEEP_MS = 3600000
local MOST = 10000

local function text(number)
  return string.format('%.0f', number)
end

local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local last = tonumber(redis.call('GET', KEYS[1]) or '0')
-- A clock that was set back opens nothing again.
now = math.max(now, last)

local position = 4
local logs, unfilled = {}, {0, now}
for index = 2, #KEYS do
  local log = {key = KEYS[index], rates = {}, longest = 0}
  for _ = 1, tonumber(ARGV[position]) do
    local rate = {limit = tonumber(ARGV[position + 1]), window = tonumber(ARGV[position + 2])}
    log.rates[#log.rates + 1] = rate
    log.longest = math.max(log.longest, rate.window)
    position = position + 2
  end
  position = position + 1
  local filled = redis.call('ZSCORE', log.key, 'n:' .. ARGV[1])
  if not filled or -tonumber(filled) < log.longest then
    unfilled[#unfilled + 1] = index - 1
  end
  logs[#logs + 1] = log
end
if #unfilled > 2 then
  return unfilled
end

local function standing(log, rate)
  local after = '(' .. text(now - rate.window)
  local used = redis.call('ZCOUNT', log.key, after, '+inf')
  local first = math.max(0, used - rate.limit)
  local entry = redis.call('ZRANGEBYSCORE', log.key, after, '+inf', 'WITHSCORES', 'LIMIT', first, 1)
  local free = now
  if entry[2] then
    free = tonumber(entry[2]) + rate.window
  end
  return used, free
end

local kind, slot = 1, now
if ARGV[3] == '0' then
  kind = 2
end
for _, log in ipairs(logs) do
  for _, rate in ipairs(log.rates) do
    if standing(log, rate) >= rate.limit then
      kind = 2
    end
  end
end

if kind == 1 then
  slot = math.max(now, last + 1)
  local taken = true
  while taken do
    taken = false
    for _, log in ipairs(logs) do
      if redis.call('ZSCORE', log.key, text(slot)) then
        taken = true
        slot = slot + 1
        break
      end
    end
  end
  redis.call('SET', KEYS[1], text(slot), 'PX', 86400000)
  now = slot
  for _, log in ipairs(logs) do
    redis.call('ZADD', log.key, text(slot), text(slot))
    -- Every node must find what its window needs, also one that still has earlier rates.
    local longest = -tonumber(redis.call('ZRANGE', log.key, 0, 0, 'WITHSCORES')[2])
    redis.call('ZREMRANGEBYSCORE', log.key, '0', text(slot - longest))
    -- No rate looks at more than its limit.
    local marks = redis.call('ZCOUNT', log.key, '-inf', '(0')
    redis.call('ZREMRANGEBYRANK', log.key, marks, -(MOST + 1))
    redis.call('PEXPIRE', log.key, math.ceil(longest / 1000) + KEEP_MS)
  end
end

local answer = {kind, now, slot}
for _, log in ipairs(logs) do
  for _, rate in ipairs(log.rates) do
    local used, free = standing(log, rate)
    answer[#answer + 1] = used
    answer[#answer + 1] = free
  end
end
return answer
