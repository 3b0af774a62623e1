// Months of the Chinese calendar from 2001 to 2100, by the npm package `lunar-javascript` 1.7.7 (MIT), run only.
//
//   npm install --prefix /tmp/lunar lunar-javascript@1.7.7
//   node crates/xtask/oracle/chinese-months.mjs /tmp/lunar > crates/astrology/tests/fixtures/chinese-months-2001-2100.csv
import { createRequire } from "node:module";

const require = createRequire(`${process.argv[2]}/package.json`);
const { Solar } = require("lunar-javascript");

console.log("date,lunarYear,month,leap");
for (let day = Date.UTC(2001, 0, 1); day < Date.UTC(2101, 0, 1); day += 86_400_000) {
  const date = new Date(day);
  const lunar = Solar.fromYmd(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()).getLunar();
  if (lunar.getDay() === 1) {
    const month = lunar.getMonth();
    const row = [date.toISOString().slice(0, 10), lunar.getYear(), Math.abs(month), month < 0 ? 1 : 0];
    console.log(row.join(","));
  }
}
