/** Runs the contract of every port on the server of `CLICKHOUSE_URL`; fails without one if `REQUIRE=clickhouse`. */
import { openServer } from '../helpers/clickhouse-adapters.js';
import { describeAdapter } from '../helpers/describe-contract.js';
import { isRequired } from '../helpers/required.js';

const missing = process.env.CLICKHOUSE_URL ? null : 'CLICKHOUSE_URL is not set';
if (missing && isRequired('clickhouse')) throw new Error(missing);

describeAdapter('ClickHouse server', openServer, missing);
