/** Word pieces of any text equal those of the model's own tokenizer. Uses the bundled model. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutoTokenizer, env } from '@xenova/transformers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledModel, packageRoot } from '../../../../shared/domain/package-root.js';
import { MAX_PIECES } from '../../../../shared/domain/word-pieces.js';
import { loadBertWordPieces } from '../../../../shared/platform/embedding/load-word-pieces.js';

const MODEL = bundledModel();
const wordPieces = loadBertWordPieces(MODEL);
if (!wordPieces) throw new Error('the bundled model has no word pieces');

describe('loadBertWordPieces', () => {
  it('splits texts exactly as the tokenizer of the bundled model does', async () => {
    env.allowRemoteModels = false;
    env.localModelPath = join(packageRoot(), 'models/');
    const tokenizer = await AutoTokenizer.from_pretrained('all-MiniLM-L6-v2');
    const own = (text: string): number[] =>
      tokenizer.encode(text).slice(1, -1).slice(0, MAX_PIECES);
    const texts = [
      'Zürich-based Café Ångström raised $20.5m (Series B) — led by “Núñez & Søn”.',
      'R&D at O’Neill’s: 50% off!! #1 in AI/ML',
      '東京の会社 和 hiring in 北京',
      'tab\tnew\nline  nbsp\u00a0zero\u200bwidth soft\u00adhyphen',
      'İstanbul straße ŒUVRE ﬁnance ½ ① ٣',
      `${'x'.repeat(101)} ${'y'.repeat(99)}`,
      '🚀 rocket 👩‍🔬 launch',
      '',
    ];
    for (const text of texts) expect(wordPieces.pieces(text), text).toEqual(own(text));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aé ü.B-9$çñ中\t’ßIİ'), maxLength: 40 }),
        (text) => {
          expect(wordPieces.pieces(text)).toEqual(own(text));
        },
      ),
    );
  });

  it('splits texts as a tokenizer does that distinguishes capitals and accents', async () => {
    const root = mkdtempSync(join(tmpdir(), 'signals-cased-'));
    try {
      const folder = join(root, 'cased');
      mkdirSync(folder);
      const file = JSON.parse(readFileSync(join(MODEL, 'tokenizer.json'), 'utf8'));
      file.normalizer = { ...file.normalizer, lowercase: false, strip_accents: null };
      for (const piece of ['Zürich', 'Café', 'Bank', 'É']) {
        file.model.vocab[piece] = Object.keys(file.model.vocab).length;
      }
      writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(file));
      const config = { tokenizer_class: 'BertTokenizer', do_lower_case: false };
      writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(config));
      env.allowRemoteModels = false;
      env.localModelPath = `${root}/`;
      const tokenizer = await AutoTokenizer.from_pretrained('cased');
      const cased = loadBertWordPieces(folder);
      for (const text of ['Zürich bank, Bank of Café Éclair', 'the BANK in zürich: É']) {
        expect(cased?.pieces(text), text).toEqual(tokenizer.encode(text).slice(1, -1));
      }
      expect(cased?.pieces('Bank')).not.toEqual(cased?.pieces('bank'));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  it('returns the pieces of a phrase, and none if a word is not in the vocabulary', () => {
    expect(wordPieces.phrases('series b')).toEqual([wordPieces.pieces('series b')]);
    expect(wordPieces.phrases('series \u{1f680}')).toEqual([]);
  });

  it('returns the position of each word in the text', () => {
    const text = 'Unbelievable, ÅNGSTRÖM!';
    const words = wordPieces.words(text).map(({ start, end }) => text.slice(start, end));
    expect(words).toEqual(['Unbelievable', ',', 'ÅNGSTRÖM', '!']);
  });

  it('returns at most 256 pieces, however long the text is', () => {
    expect(wordPieces.pieces('word '.repeat(100_000))).toHaveLength(MAX_PIECES);
    // A line has at most 1 MB. Of 5 MB in one word the engine's regular expressions may fail.
    expect(wordPieces.pieces('a'.repeat(1_000_000))).toHaveLength(1);
  });

  it('returns null for a model that is not in a local folder', () => {
    expect(loadBertWordPieces('Xenova/some-model')).toBeNull();
  });
});
