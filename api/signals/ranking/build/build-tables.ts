/**
 * Builds the tables of ranking from a model and the catalogue: those of the bundled model for the
 * project, those of other models at their first start.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { Int8Rows } from '../relevance/int8-rows.js';
import type { RankingTables } from '../relevance/tables.js';
import { expandAbbreviations } from '../words/abbreviations.js';
import { catalogueTexts, groupTexts, topicTexts } from './catalogue-texts.js';
import { learnQuestions } from './learn-questions.js';
import { learnTopics } from './learn-topics.js';
import { inverseFrequencies, project, projectionOf, toInt8 } from './numbers.js';

export interface TableModel {
  dimension: number;
  embed(texts: string[]): Promise<Float32Array>;
  pieceStates(pieces: readonly number[]): Promise<Float32Array>;
}

const PROJECTED = 128;
/** How often a text is learned from. There are a fifth as many questions in other languages. */
const ENGLISH_TIMES = 1;
const TRANSLATED_TIMES = 4;

/** Is called after each run of the model with the number of runs that are done, and of all. */
type OnStep = (done: number, of: number) => void;

export async function buildTables(
  name: string,
  model: TableModel,
  wordPieces: Pick<WordPieces, 'count' | 'pieces'>,
  onStep: OnStep,
): Promise<RankingTables> {
  const catalogue = catalogueTexts();
  const labelled = catalogue.flatMap(({ texts, questions, plain, translated }, label) => {
    const question = (times: number) => (text: string) => ({
      text: expandAbbreviations(text),
      label,
      times,
    });
    return [
      ...texts.map((text) => ({ text, label, times: ENGLISH_TIMES })),
      ...[...questions, ...plain].map(question(ENGLISH_TIMES)),
      ...translated.map(question(TRANSLATED_TIMES)),
    ];
  });
  const topics = topicTexts();
  const { count } = wordPieces;
  const groups = groupTexts();
  const topicLines = [
    ...topics.flatMap(({ questions, texts }) => [...questions, ...texts]),
    ...groups.flatMap(({ questions }) => questions),
  ];
  const lines = [...new Set([...labelled.map(({ text }) => text), ...topicLines])];
  const { states, vectors } = await runModel(model, count, lines, onStep);
  const vectorOf = (text: string): Float32Array => vectors.get(text) ?? new Float32Array();
  const { dimension } = model;
  const projected = Math.min(PROJECTED, dimension);
  const projection = projectionOf(states, projected);
  const headlines = catalogue.flatMap(({ texts }) => texts.map(wordPieces.pieces));
  const examples = labelled.flatMap(({ text, label, times }) => {
    const example = { vector: vectorOf(text), pieces: wordPieces.pieces(text), label };
    return Array.from({ length: times }, () => example);
  });
  const pieces = new Int8Rows(toInt8(states.map((state) => project(state, projection))), projected);
  return {
    model: name,
    dimension,
    projected,
    pieces,
    projection,
    inverseFrequencies: inverseFrequencies(headlines, count),
    subtypeClassifier: learnQuestions(examples, catalogue.length),
    topics: learnTopics(topics, groups, catalogue, vectorOf, wordPieces.pieces, pieces),
    texts: new Int8Rows(toInt8(labelled.map(({ text }) => vectorOf(text))), dimension),
    subtypes: catalogue.map(({ subtype, texts, questions, plain, translated }) => ({
      subtype,
      texts: texts.length + questions.length + plain.length + translated.length,
    })),
  };
}

/**
 * Returns the state of each word piece, and the vector of each text by the text. Each piece or text
 * has its own run, because others in the same run would change its numbers.
 */
async function runModel(
  model: TableModel,
  pieceCount: number,
  texts: readonly string[],
  onStep: OnStep,
): Promise<{ states: Float32Array[]; vectors: ReadonlyMap<string, Float32Array> }> {
  const steps = pieceCount + texts.length;
  const states: Float32Array[] = [];
  for (let piece = 0; piece < pieceCount; piece += 1) {
    states.push(await model.pieceStates([piece]));
    onStep(piece + 1, steps);
  }
  const vectors = new Map<string, Float32Array>();
  for (const text of texts) {
    vectors.set(text, await model.embed([text]));
    onStep(pieceCount + vectors.size, steps);
  }
  return { states, vectors };
}
