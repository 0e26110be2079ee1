/**
 * Links the signals of a batch, and stored ones that name changed profiles, to the companies and
 * people that they mean now. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { StoriesToGroup } from '../derive/group-stories.js';
import { idOf } from '../derive/syndication.js';
import { type Directories, resolveLinks } from '../resolve/resolve-links.js';
import type { BatchSignals } from './decide-batch.js';
import { makeRecords, type RecordParts } from './make-records.js';
import type { Touched } from './read-touched.js';

interface LinkedSignals {
  /** Records of the batch's own signals, without stories. */
  records: SignalRecord[];
  /** Records of the batch's own stories. */
  stories: SignalRecord[];
  /** Stored signals that now show another company or person. */
  relinked: SignalRecord[];
  /** The batch's own stories, and stored ones that now show another company or person. */
  toGroup: Omit<StoriesToGroup, 'clustersToRegroup'>;
}

/** Links the signals. What the batch says about a stored story overrides the story's new links. */
export function linkSignals(
  batchSignals: BatchSignals,
  touched: Touched,
  parts: RecordParts,
): LinkedSignals {
  const records = makeRecords(batchSignals.drafts, parts);
  const isStory = ({ draft }: SignalRecord) => batchSignals.storyIds.has(draft.signalId);
  const stories = records.filter(isStory);
  const decidedIds = new Set([
    ...batchSignals.storyIds,
    ...batchSignals.dropped.map(({ signalId }) => signalId),
  ]);
  const others = touched.stories.filter((story) => !decidedIds.has(idOf(story)));
  const relinkedStories = relink(
    others.map(({ record }) => record),
    parts.directories,
  );
  const incomingStories = [...relinkedStories, ...stories];
  const ids = new Set(incomingStories.map(({ draft }) => draft.signalId));
  return {
    records: records.filter((record) => !isStory(record)),
    stories,
    relinked: relink(touched.signals, parts.directories),
    toGroup: {
      incomingStories,
      supersededStories: makeRecords(batchSignals.supersededStories, parts),
      previous: [...touched.stories, ...touched.batchStories].filter((story) =>
        ids.has(idOf(story)),
      ),
    },
  };
}

/** Returns the records that now show another company or person, with their new links. */
function relink(records: readonly SignalRecord[], directories: Directories): SignalRecord[] {
  return records.flatMap((record) => {
    const links = resolveLinks(record.draft, directories);
    const before = { company: record.company, contact: record.contact };
    return isDeepStrictEqual(links, before) ? [] : [{ ...record, ...links }];
  });
}
