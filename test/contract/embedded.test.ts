/** Runs the contract of every port on the embedded ClickHouse. */
import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { describeAdapter } from '../helpers/describe-contract.js';

describeAdapter('Embedded ClickHouse', openEmbedded);
