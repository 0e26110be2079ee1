/** Sharing an embedder fairly between accounts, with a fake embedder. */
import { expect, it } from 'vitest';
import { onBehalfOf } from '../../../../../shared/domain/concurrency/on-behalf-of.js';
import { shareEmbedder } from '../../../../../shared/domain/concurrency/share-embedder.js';
import { createFakeEmbedder } from '../../../../fakes/fake-embedder.js';

it('shareEmbedder embeds the query of a second account next, and batches without delay', async () => {
  const fake = createFakeEmbedder();
  const embedder = shareEmbedder({
    ...fake,
    async embed(texts, priority) {
      await new Promise((resolve) => setImmediate(resolve));
      return fake.embed(texts, priority);
    },
  });
  const query = (account: string, text: string) =>
    onBehalfOf(account, () => embedder.embed([text], 'query'));
  const greedy = Array.from({ length: 20 }, (_, at) => query('greedy', `text ${at}`));
  const others = [query('modest', 'modest'), embedder.embed(['batch'], 'batch')];
  await Promise.all([...greedy, ...others]);
  expect(fake.texts.indexOf('modest')).toBeLessThanOrEqual(2);
  expect(fake.texts.indexOf('batch')).toBeLessThanOrEqual(2);
  expect(fake.texts).toHaveLength(22);
});
