-- Puts what a node knows into a log, and marks that it has: see take.lua.
--
-- KEYS[1]    the log
-- ARGV[1]    the node
-- ARGV[2]    its generation
-- ARGV[3]    the time, or nothing for this server's own
-- ARGV[4]    the window it knows everything of
-- ARGV[5..]  the instants it knows
local KEEP_MS = 3600000

local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local window = tonumber(ARGV[4])
for index = 5, #ARGV do
  local at = tonumber(ARGV[index])
  -- An instant that a wrong clock put into the future counts from now on, not for ever.
  local score = string.format('%.0f', math.min(at, now))
  if at > now - window and not redis.call('ZSCORE', KEYS[1], ARGV[index]) then
    redis.call('ZADD', KEYS[1], score, ARGV[index])
  end
end
-- The marks of the node's earlier generations mean nothing any more.
local prefix = 'n:' .. ARGV[1] .. '/'
for _, mark in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(0')) do
  if string.sub(mark, 1, #prefix) == prefix and mark ~= prefix .. ARGV[2] then
    redis.call('ZREM', KEYS[1], mark)
  end
end
local mark = prefix .. ARGV[2]
local earlier = -tonumber(redis.call('ZSCORE', KEYS[1], mark) or '0')
window = math.max(window, earlier)
redis.call('ZADD', KEYS[1], string.format('%.0f', -window), mark)
local longest = -tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
redis.call('PEXPIRE', KEYS[1], math.ceil(longest / 1000) + KEEP_MS)
return 1
