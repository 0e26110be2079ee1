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

  it('is not met by Maryland', () => {
    expect(likenessOf('new chief executive', 'Quill names A as MD')).toBe(1);
    expect(likenessOf('new chief executive', 'Quill: software, Baltimore, MD, US.')).toBe(0);
  });

  it('may be the head of a department', () => {
    expect(likenessOf('new head of people', 'A joined X as Head of People')).toBe(1);
    expect(likenessOf('new head of people', 'A joined X as Head of Bicycles')).toBe(0);
  });

  it.each([
    ['heads of people', 'Head of People', 'Head of Sales'],
    ['posts by human resources leaders', 'Director of Talent', 'Sales Director'],
    ['posts by sales leaders', 'Regional Vice President, Enterprise Sales', 'Sales Engineer'],
    ['posts by finance bosses', 'CFO', 'Head of Marketing'],
    ['posts by vice president sales', 'VP Sales', 'Head of Sales'],
    ['what vice presidents of engineering write', 'SVP Engineering', 'Engineering Director'],
    ['posts by marketing directors', 'Director, Brand', 'VP Marketing'],
    ['posts by c-suite executives', 'Chief Product Officer', 'Head of Product'],
  ])('may be a rank of a department: "%s", %s', (question, title, other) => {
    expect(likenessOf(question, POST, title)).toBe(1);
    expect(likenessOf(question, POST, other)).toBe(0);
  });

  it.each([
    ['new heads of sales', 'X names A as Vice President of Sales', 'A joined X as Head of People'],
    ['sales directors hired', 'A is the new director of sales', 'A is the new head of sales'],
    [
      'c-suite appointments',
      'X names A as Chief Financial Officer',
      'X names directors or officers',
    ],
  ])('is met by texts with such a rank: "%s"', (question, summary, other) => {
    expect(likenessOf(question, summary)).toBe(1);
    expect(likenessOf(question, other)).toBe(0);
  });

  it.each(['sales leads', 'market leaders', 'team leaders', 'head of state'])(
    'is not asked for by other words: "%s"',
    (question) => {
      expect(read(question).parts.some(({ needsContact }) => needsContact)).toBe(false);
    },
  );

  it('is a condition unless the question names another one', () => {
    const conditions = (question: string) =>
      read(question).parts.filter((part) => part.needsContact && part.isCondition).length;
    expect(conditions('new heads of sales')).toBe(1);
    expect(conditions('heads of sales replaced by chief executives')).toBe(0);
    // "Leaders" are not asked for apart.
    expect(read('new sales leaders').parts.filter((part) => part.isCondition)).toHaveLength(1);
  });

  it.each(['what are vice presidents of sales posting', 'what do finance bosses write'])(
    'asks for posts if its holders write: "%s"',
    (question) => {
      expect(read(question).subtypes).toContain('thoughtLeadership');
      expect(read(question).subject).toBe('');
    },
  );

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
