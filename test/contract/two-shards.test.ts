/** Runs the contract of every port on a cluster of two shards within one embedded engine. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeAdapter } from '../helpers/describe-contract.js';
import { openTwoShards } from '../helpers/two-shards.js';

describeAdapter('ClickHouse cluster of two shards', () =>
  openTwoShards(mkdtempSync(join(tmpdir(), 'signals-shards-'))),
);
