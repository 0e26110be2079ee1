import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { describeAdapter } from '../helpers/describe-contract.js';

describeAdapter('the embedded engine', openEmbedded);
