/** Contract of the story store. */
import { expect, it } from 'vitest';
import type { Story } from '../../../shared/domain/ports/story-store.js';
import { createClickHouseStoryStore } from '../../../shared/stores/ingest/clickhouse-story-store.js';
import { createClickHouseSignalReader } from '../../../shared/stores/signals/clickhouse-signal-reader.js';
import { createClickHouseSignalWriter } from '../../../shared/stores/signals/clickhouse-signal-writer.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { signalRecord } from '../../helpers/records.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

function story(companyKey: string, day: number, title: string, more: Partial<Story> = {}): Story {
  const record = signalRecord({
    company: companyKey,
    detectedAtMs: START + day * DAY,
    summary: title,
  });
  return {
    record,
    groupId: record.draft.signalId,
    subtypeKey: 'layoff',
    titleKey: title,
    clusterKey: title,
    arrival: 1_700_000_000_000_000 + day,
    ...more,
  };
}
const idOf = ({ record }: Story) => record.draft.signalId;

describeContract('story store', (store) => {
  const stories = () => createClickHouseStoryStore(store());

  it('returns a story as last written, with its vector, and ignores repeats', async () => {
    const one = story('read.example', 1, "it's");
    await stories().put([one]);
    const regrouped = { ...one, groupId: idOf(story('x', 1, 'x')) };
    await stories().put([regrouped]);
    await stories().put([regrouped]);
    expect(await stories().read([idOf(one)])).toEqual([regrouped]);
    expect(await stories().read([])).toEqual([]);
  });

  it('returns stories of a company and subtype by time or headline', async () => {
    const [early, late, elsewhere] = [
      story('near.example', 1, 'early'),
      story('near.example', 20, 'late'),
      story('far.example', 1, 'early'),
    ];
    await stories().put([
      early,
      late,
      elsewhere,
      story('near.example', 1, 'x', { subtypeKey: 'other' }),
    ]);
    const near = async (fromDay: number, untilDay: number, titles: string[]) => {
      const range = { fromMs: START + fromDay * DAY, untilMs: START + untilDay * DAY };
      const found = await stories().clusters(
        [],
        [{ companyKey: 'near.example', subtypeKey: 'layoff', ...range }],
        titles,
      );
      return found.map(idOf);
    };
    expect(await near(0, 2, [])).toEqual([idOf(early)]);
    expect(await near(0, 2, ['late', 'unknown'])).toEqual([idOf(early), idOf(late)]);
    expect(await near(5, 6, ['early'])).toEqual([idOf(early)]);
  });

  it('returns the stories of a cluster without those that left it', async () => {
    const [stays, leaves] = [
      story('cluster.example', 1, 'a', { clusterKey: 'a' }),
      story('cluster.example', 2, 'b', { clusterKey: 'a' }),
    ];
    await stories().put([stays, leaves]);
    const inCluster = async (clusterKey: string) =>
      (
        await stories().clusters(
          [{ companyKey: 'cluster.example', subtypeKey: 'layoff', clusterKey }],
          [],
          [],
        )
      ).map(idOf);
    expect(await inCluster('a')).toEqual([idOf(stays), idOf(leaves)]);
    await stories().put([{ ...leaves, clusterKey: 'b' }]);
    expect(await inCluster('a')).toEqual([idOf(stays)]);
    expect(await inCluster('b')).toEqual([idOf(leaves)]);
  });

  it('returns the whole cluster if one of its stories is in the time range', async () => {
    const [near, far, other] = [
      story('whole.example', 1, 'a', { clusterKey: 'a' }),
      story('whole.example', 40, 'b', { clusterKey: 'a' }),
      story('whole.example', 40, 'c'),
    ];
    await stories().put([near, far, other]);
    const range = { fromMs: START, untilMs: START + 2 * DAY };
    const place = { companyKey: 'whole.example', subtypeKey: 'layoff' };
    const found = await stories().clusters([], [{ ...place, ...range }], []);
    expect(found.map(idOf)).toEqual([idOf(near), idOf(far)]);
  });

  it('returns the signal of the group for the id of a duplicate story', async () => {
    const [first, second] = [story('shown.example', 1, 'same'), story('shown.example', 2, 'same')];
    await createClickHouseSignalWriter(store()).write([first.record], [], []);
    await stories().put([first, { ...second, groupId: idOf(first) }]);
    const shown = await createClickHouseSignalReader(store()).get(idOf(second));
    expect(shown?.signal_id).toBe(idOf(first));
  });
});
