/** Reading one item ahead of the reader. */
import { expect, it } from 'vitest';
import { readAhead } from '../../../../../shared/domain/concurrency/read-ahead.js';

/** Returns a source of `count` items that notes what happens and fails at item `failing`. */
function source(noted: string[], count: number, failing = 0) {
  return (async function* () {
    try {
      for (let item = 1; item <= count; item += 1) {
        if (item === failing) throw new Error(`no ${item}`);
        noted.push(`made ${item}`);
        yield item;
      }
    } finally {
      noted.push('closed');
    }
  })();
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('readAhead makes exactly one item ahead while the reader works', async () => {
  const noted: string[] = [];
  for await (const item of readAhead(source(noted, 3))) {
    await turn();
    noted.push(`done with ${item}`);
  }
  expect(noted).toEqual([
    ...['made 1', 'made 2', 'done with 1'],
    ...['made 3', 'done with 2', 'closed', 'done with 3'],
  ]);
});

it('readAhead fails only when the reader asks for the item that could not be made', async () => {
  const noted: string[] = [];
  const read = async () => {
    for await (const item of readAhead(source(noted, 3, 2))) {
      await turn();
      noted.push(`done with ${item}`);
    }
  };
  await expect(read()).rejects.toThrow('no 2');
  expect(noted).toEqual(['made 1', 'closed', 'done with 1']);
});

it('readAhead closes its source when the reader stops early', async () => {
  const noted: string[] = [];
  for await (const item of readAhead(source(noted, 9))) if (item === 2) break;
  await turn();
  expect(noted).toEqual(['made 1', 'made 2', 'made 3', 'closed']);
});

it('readAhead does not block a reader that stops while the next item is pending', async () => {
  const silent = (async function* () {
    yield 1;
    await new Promise(() => undefined);
    yield 2;
  })();
  const read = async () => {
    for await (const item of readAhead(silent)) throw new Error(`cannot write ${item}`);
  };
  await expect(read()).rejects.toThrow('cannot write 1');
});
