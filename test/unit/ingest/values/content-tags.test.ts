/** Content tags: which sentences of a text lead to which tag. */
import { describe, expect, it } from 'vitest';
import { loadContentTags, tagPassages } from '../../../../ingest/values/content-tags.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

const tags = loadContentTags();
const tagsOf = (type: string, text: string) =>
  tagPassages(type, [{ place: '1A', text }], tags).map(({ tag }) => tag);

describe('Content tags', () => {
  it('are subtypes of every type that lists them', () => {
    const types = loadSignalTypes();
    for (const { tag, types: under } of tags) {
      for (const type of under)
        expect(types.subtype(type, tag)?.subtype, `${type} ${tag}`).toBe(tag);
    }
  });

  it.each([
    [
      'sec-8k',
      'We will invest $3 billion in artificial intelligence infrastructure.',
      ['aiInvestment'],
    ],
    ['news', 'The company will invest $40 million in A.I. infrastructure.', ['aiInvestment']],
    ['news', 'It pours $40 million into A.I.', ['aiInvestment']],
    [
      'sec-8k',
      'We are committed to the responsible and ethical use of artificial intelligence.',
      [],
    ],
    ['10k', 'Capital expenditures rose as we bought GPUs for our clusters.', ['aiInvestment']],
    ['10k', 'A ransomware attack could disrupt our operations.', ['cybersecurityRisk']],
    ['10k', 'Our sole-source supplier had an interruption of production.', ['supplyChainRisk']],
    ['10k', 'Climate change may increase costs of insurance.', ['climateRisk']],
    ['10k', 'During the year we opened new stores in twelve states.', ['expansion']],
    ['10k', 'We have no plans to invest in artificial intelligence.', []],
    ['10k', 'We said that investors asked. Artificial intelligence is a word.', []],
    ['sec-8k', 'A ransomware attack could disrupt our operations.', []],
    ['10k', '', []],
  ])('of type %s for "%s" are %j', (type, text, expected) => {
    expect(tagsOf(type, text)).toEqual(expected);
  });

  it('are found at any position of a long text, in limited memory', () => {
    const tagged = 'We spent $9 million on AI chips.';
    const filler = 'Demand for its products will grow in the coming year. ';
    for (const before of [8_150, 8_170, 8_180, 8_192, 16_390, 400_000]) {
      const start = filler.repeat(before / filler.length).padEnd(before, '.');
      const text = `${start} ${tagged} ${filler.repeat(500)}`;
      const [found] = tagPassages('10k', [{ place: '1', text }], tags);
      expect(found?.passages, `${before}`).toEqual([tagged]);
    }
    const before = process.memoryUsage.rss();
    tagsOf('10k', filler.repeat(950_000 / filler.length));
    expect(process.memoryUsage.rss() - before).toBeLessThan(500_000_000);
  });

  it('contain their place and sentence, without HTML', () => {
    const texts = [
      { place: '1', text: '<p>Nothing here.</p>' },
      { place: '7', text: '<p>Sales rose.</p><p>We spent $9 million on AI&nbsp;chips.</p>' },
    ];
    expect(tagPassages('10k', texts, tags)).toEqual([
      { tag: 'aiInvestment', places: ['7'], passages: ['We spent $9 million on AI chips.'] },
    ]);
  });
});
