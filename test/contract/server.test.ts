/** `REQUIRE=clickhouse` makes a missing server a failure. */
import { openServer } from '../helpers/clickhouse-adapters.js';
import { describeAdapter } from '../helpers/describe-contract.js';
import { isRequired } from '../helpers/required.js';

const missing = process.env.CLICKHOUSE_URL ? null : 'CLICKHOUSE_URL is not set';
if (missing && isRequired('clickhouse')) throw new Error(missing);

describeAdapter('a ClickHouse server', openServer, missing);
