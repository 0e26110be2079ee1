/** Roles in a question, such as "finance chiefs": met by the summary or by the job title of the person. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces } = wordPieces;
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const NOW_MS = Date.parse('2026-11-26T12:00:00Z');
const read = (question: string) => parseQuestion(question, NOW_MS);
const POST = 'Three lessons from running a data centre';

function likenessOf(question: string, summary: string, contactTitle?: string): number {
  const [role] = read(question).parts.filter(({ needsContact }) => needsContact);
  if (!role) throw new Error(`no role in "${question}"`);
  const signal = { detectedAtMs: 0, signalType: 'news', subtypeKey: '', contactTitle };
  return role.match(pieces(summary), undefined, signal)?.likeness ?? -1;
}

describe('Role in a question', () => {
  it.each([
    ['opinion posts by chief technology officers', 'Chief Technology Officer'],
    ['opinion posts by chief technology officers', 'Co-Founder & CTO'],
    ['technology chiefs posting about cloud costs', 'Chief Technology Officer (CTO)'],
    ['finance chiefs attending trade fairs', 'Interim Chief Financial Officer'],
    ['what operations chiefs say', 'Group COO'],
    ['chief executives who post about hiring', 'CEO'],
  ])('is met by the job title of the person: "%s", %s', (question, title) => {
    expect(likenessOf(question, POST, title)).toBe(1);
    expect(likenessOf(question, POST, 'Head of Bicycles')).toBe(0);
    expect(likenessOf(question, POST)).toBe(0);
  });

  it('is met by the summary alone, whatever the job title is', () => {
    const joined = 'A joined X as Chief Financial Officer';
    expect(likenessOf('new chief financial officer', joined)).toBe(1);
    expect(likenessOf('new chief financial officer', joined, 'Head of Bicycles')).toBe(1);
  });

  it('may be the head of a department', () => {
    expect(likenessOf('new head of people', 'A joined X as Head of People')).toBe(1);
    expect(likenessOf('new head of people', 'A joined X as Head of Bicycles')).toBe(0);
  });

  it('is not met by its holders if the question excludes it', () => {
    const question = 'opinion posts except by chief technology officers';
    expect(likenessOf(question, POST, 'Chief Technology Officer')).toBe(0);
    expect(likenessOf(question, POST, 'Head of Bicycles')).toBe(1);
  });

  it('is not met by a part of another word in a job title', () => {
    expect(likenessOf('posts by chief technology officers', POST, 'Director of Factory 3')).toBe(0);
  });

  it.each([
    ['opinion posts by chief technology officers', 'opinion'],
    ['posts by finance chiefs', ''],
    ['finance chiefs attending trade fairs', 'attending trade fairs'],
    ['what chief executives say about tariffs', 'what say about tariffs'],
  ])('is not part of the subject if its holders say something: "%s"', (question, subject) => {
    expect(read(question).subject).toBe(subject);
  });

  it.each([
    'new chief technology officer',
    'plant run by chief operating officer sold',
    'chief executives replaced by finance chiefs',
  ])('is part of the subject otherwise: "%s"', (question) => {
    expect(read(question).subject).toBe(question);
  });
});
