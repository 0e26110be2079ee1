/** Sharing an embedder fairly between accounts, with a fake embedder. */
import { expect, it } from 'vitest';
import { onBehalfOf } from '../../../../../shared/domain/concurrency/on-behalf-of.js';
import { shareEmbedder } from '../../../../../shared/domain/concurrency/share-embedder.js';
import { createFakeEmbedder } from '../../../../fakes/fake-embedder.js';

it('shareEmbedder embeds the question of a second account next, and batches without delay', async () => {
  const fake = createFakeEmbedder();
  const embedder = shareEmbedder({
    ...fake,
    async embedQuestion(question) {
      await new Promise((resolve) => setImmediate(resolve));
      return fake.embedQuestion(question);
    },
  });
  const ask = (account: string, text: string) =>
    onBehalfOf(account, () => embedder.embedQuestion(text));
  const greedy = Array.from({ length: 20 }, (_, at) => ask('greedy', `text ${at}`));
  const others = [ask('modest', 'modest'), embedder.embed(['batch'])];
  await Promise.all([...greedy, ...others]);
  expect(fake.texts.indexOf('modest')).toBeLessThanOrEqual(2);
  expect(fake.texts.indexOf('batch')).toBeLessThanOrEqual(2);
  expect(fake.texts).toHaveLength(22);
});
