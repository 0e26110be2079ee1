/** Word pieces of tokenizers other than BERT's, split by the library. Writes small tokenizers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutoTokenizer, env } from '@xenova/transformers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_PIECES,
  MAX_VOCABULARY,
  type WordPieces,
} from '../../../../../shared/domain/word-pieces.js';
import { openWordPieces } from '../../../../../shared/platform/embedding/load-word-pieces.js';

const BLANK = '\u2581';
const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzABS0123456789.,()$éüß社東京'];
const WORDS = ['acquired', 'Series', 'series', 'B', 'plant', 'plants', 'Werk', 'schließt'];
/** A vocabulary like that of XLM-RoBERTa, which is filled up to more than `MAX_VOCABULARY`. */
const UNIGRAM: [string, number][] = [
  ['<s>', 0],
  ['<pad>', 0],
  ['</s>', 0],
  ['<unk>', 0],
  [BLANK, -4],
  ...WORDS.map((word): [string, number] => [`${BLANK}${word}`, -5]),
  ...CHARACTERS.map((character): [string, number] => [character, -8]),
];
const RARE = `${BLANK}rarest`;
const TEXTS = [
  'acquired plants (Series B, $10.5)',
  '  plant\tplant\nacquired  ',
  'Werk schließt, Werk 東京社 B',
  'unknown Ω words',
  '',
];

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'signals-tokenizers-'));
  const filled = Array.from(
    { length: MAX_VOCABULARY - UNIGRAM.length },
    (_, at): [string, number] => [`${BLANK}filler${at}`, -20],
  );
  writeTokenizer('unigram', 'XLMRobertaTokenizer', {
    normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: BLANK, add_prefix_space: true },
      ],
    },
    model: { type: 'Unigram', unk_id: 3, vocab: [...UNIGRAM, ...filled, [RARE, -6]] },
  });
  const letters = [...'abcdefghijklmnopqrstuvwxyz.,()', 'Ġ'];
  const merges = ['p l', 'pl a', 'pla n', 'plan t', 'Ġ plant'];
  const vocabulary = ['<s>', '<pad>', '</s>', '<unk>', ...letters];
  vocabulary.push(...merges.map((merge) => merge.replace(' ', '')));
  writeTokenizer('bytes', 'RobertaTokenizer', {
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    model: {
      type: 'BPE',
      unk_token: '<unk>',
      vocab: Object.fromEntries(vocabulary.map((piece, at) => [piece, at])),
      merges,
    },
  });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function writeTokenizer(name: string, tokenizerClass: string, tokenizer: object): void {
  mkdirSync(join(root, name));
  const added = ['<s>', '<pad>', '</s>', '<unk>'].map((content, id) => ({
    id,
    content,
    special: true,
  }));
  const template = (name: string, id: string) => ({ [name]: { id, type_id: 0 } });
  const file = {
    version: '1.0',
    added_tokens: added,
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        template('SpecialToken', '<s>'),
        template('Sequence', 'A'),
        template('SpecialToken', '</s>'),
      ],
      pair: [],
    },
    decoder: null,
    ...tokenizer,
  };
  writeFileSync(join(root, name, 'tokenizer.json'), JSON.stringify(file));
  const config = { tokenizer_class: tokenizerClass, unk_token: '<unk>', pad_token: '<pad>' };
  writeFileSync(join(root, name, 'tokenizer_config.json'), JSON.stringify(config));
}

async function open(name: string): Promise<WordPieces> {
  const wordPieces = await openWordPieces(join(root, name));
  if (!wordPieces) throw new Error(`${name} has word pieces`);
  return wordPieces;
}

describe.each(['unigram', 'bytes'])('openWordPieces with the tokenizer %s', (name) => {
  it('splits texts as the tokenizer of the library does', async () => {
    const { pieces } = await open(name);
    env.localModelPath = `${root}/`;
    const tokenizer = await AutoTokenizer.from_pretrained(name);
    const plain = TEXTS.filter((text) => name === 'unigram' || !text.startsWith(' '));
    for (const text of plain) {
      expect(pieces(text), text).toEqual(tokenizer.encode(text).slice(1, -1));
    }
  });
});

describe('openWordPieces with a multilingual vocabulary', () => {
  it('returns the position of each word, with signs as separate words', async () => {
    const { words } = await open('unigram');
    const text = 'acquired plants (Series B), 東京';
    expect(words(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'acquired',
      'plants',
      '(',
      'Series',
      'B',
      ')',
      ',',
      '東京',
    ]);
  });

  it('returns the pieces of a phrase with and without capitals, and none if one is unknown', async () => {
    const { phrases, pieces } = await open('unigram');
    const found = phrases('series b');
    for (const text of ['series b', 'Series b', 'Series B']) {
      expect(found).toContainEqual(pieces(text));
    }
    expect(new Set(found.map(String)).size).toBe(found.length);
    expect(phrases('acquired Ω')).toEqual([]);
  });

  it('spells pieces in lower case with separate signs', async () => {
    const { pieces, spell } = await open('unigram');
    expect(spell(pieces('acquired $10.5')).trim()).toBe('acquired $ 10 . 5');
  });

  it('treats pieces above MAX_VOCABULARY as unknown', async () => {
    const { count, pieces } = await open('unigram');
    expect(count).toBe(MAX_VOCABULARY);
    expect(pieces('rarest plant')).toEqual([
      3,
      UNIGRAM.findIndex(([text]) => text === `${BLANK}plant`),
    ]);
  });

  it('returns at most 256 pieces, however long the text is', async () => {
    const { pieces } = await open('unigram');
    expect(pieces('plant '.repeat(100_000))).toHaveLength(MAX_PIECES);
    expect(pieces('a'.repeat(1_000_000))).toHaveLength(MAX_PIECES);
  });
});
