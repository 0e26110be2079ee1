/** Runs the contract of every port through the gateway of the embedded ClickHouse. */
import { openGatewayClient } from '../helpers/clickhouse-adapters.js';
import { describeAdapter } from '../helpers/describe-contract.js';

describeAdapter('Gateway of the embedded ClickHouse', () => openGatewayClient());
