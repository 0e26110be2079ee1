import { openFront } from '../helpers/clickhouse-adapters.js';
import { describeAdapter } from '../helpers/describe-contract.js';

describeAdapter('the front of the embedded engine', () => openFront());
