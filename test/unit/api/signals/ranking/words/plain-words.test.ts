/** Jargon and roundabout phrases of questions in plain words; phrases that mean something else stay. */
import { expect, it } from 'vitest';
import { createPrepareQuestion } from '../../../../../../api/signals/ranking/prepare-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { inPlainWords } from '../../../../../../api/signals/ranking/words/plain-words.js';
import { createFakeEmbedder } from '../../../../../fakes/fake-embedder.js';

it.each([
  ['lab openings', 'lab opening'],
  ['distribution center openings in Spain', 'distribution center opening in Spain'],
  ['moving its production to another country', 'offshoring of production'],
  ['manufacturing jobs going overseas', 'manufacturing offshoring of jobs'],
  ['Nearshoring', 'offshoring of production'],
  ['companies that may not be able to pay back their debts', 'companies that in default on debt'],
  ["can't service its loans", 'in default on debt'],
  ['trouble repaying lenders', 'in default on debt'],
  ['whose credit rating improved?', 'whose credit rating raised?'],
  ['companies with stronger credit', 'companies with credit rating raised'],
  ['Whose bonds got a better outlook from the rating agencies?', 'Whose credit rating raised?'],
  ['negative analyst notes', 'analyst downgrades'],
  ["pessimistic analysts' ratings", 'analyst downgrades'],
  ['analysts are less positive on Example', 'analyst downgrades on Example'],
  ['report a loss for the third quarter', 'made a loss for the third quarter'],
  ['reporting big quarterly losses', 'made a big quarterly loss'],
  ['companies that started hiring again', 'companies that resume hiring'],
  ['hiring again after layoffs', 'resume hiring'],
  ['recruitment picks up', 'resume hiring'],
  ['uprounds', 'up rounds'],
  ['well-funded startups', 'startups with large funding rounds'],
  ['startups flush with cash', 'startups with large funding rounds'],
  ['who has money to spend on software', 'who raised money'],
  ['carve-outs in Germany', 'carve-out sale of a division in Germany'],
  ['sell-side initiations', 'initiations of coverage'],
  ['extending their runway', 'extending their cash runway'],
  ['GTM leaders', 'sales and marketing leaders'],
  ['accounting scandals', 'accounting errors'],
  ['took over another company', 'acquired another company'],
  ['taking over a smaller competitor', 'acquired a smaller competitor'],
  ['had to correct its accounts', 'restated earlier financial statements'],
  ['firms redoing their financial statements', 'firms restated earlier financial statements'],
  ['earned more than a year ago', 'profit growth'],
  ['making less money than last year', 'profits fell'],
  ['sold more than the year before', 'sales growth'],
  ['companies selling less than a year earlier', 'companies sales fell'],
  ['8-K item 5.02', '8-K directors or officers left, were elected or appointed'],
])('inPlainWords turns "%s" into "%s"', (question, plain) => {
  expect(inPlainWords(question)).toBe(plain);
});

it.each([
  'job openings',
  'takes over as chief executive',
  'raised money more than a year ago',
  'earned more than 5 million',
  'plant openings for welders',
  'lab technician openings',
  'fewer lab openings after a merger',
  'offshoring finance jobs',
  'expanding overseas',
  'offshore wind',
  'offshoring of jobs',
  'repaid its debt',
  'higher credit losses',
  'credit rating is not improving',
  'better credit cards',
  'negative cash flow',
  'reported the loss of a customer',
  'reported job losses',
  'started hiring in Berlin',
  'university spin-offs',
  'spin-off of the software arm',
  'item 9.99',
])('inPlainWords keeps "%s"', (question) => {
  expect(inPlainWords(question)).toBe(question);
});

it('is how a question is embedded', async () => {
  const prepare = createPrepareQuestion({
    ...{ embedder: createFakeEmbedder(), constants: RANKING, tables: () => null },
    ...{ parseQuestion: null, foreign: null, correctSpelling: null, clock: { now: () => 0 } },
    signals: { aggregate: async () => ({ total: 0, groups: [], groupCount: 0 }) },
    identity: {
      companiesNamed: async () => [],
      industries: async () => [],
      nearestNames: async () => new Map(),
      peopleNamed: async () => [],
    },
  });
  expect((await prepare('Who is nearshoring?')).text).toBe('Who is offshoring of production');
});
