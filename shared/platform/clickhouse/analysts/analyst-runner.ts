/** The lane of analysts behind `@clickhouse/client`, for commands of the process that holds the folder. */
import { buffer } from 'node:stream/consumers';
import type { StatementRunner } from '../engine/engine-connection.js';
import type { EngineResult } from '../engine/engine-query.js';
import type { AnalystLane } from './analyst-lane.js';

export function analystRunner(analysts: AnalystLane): StatementRunner {
  return {
    async query(query, signal) {
      let result: EngineResult | undefined;
      await analysts.query(query, {
        signal,
        async deliver({ text, ...answer }) {
          result = { ...answer, bytes: await buffer(text) };
        },
      });
      if (!result) throw new Error('the statement was not answered');
      return result;
    },
    insert: () => Promise.reject(new Error('analysts insert nothing')),
  };
}
