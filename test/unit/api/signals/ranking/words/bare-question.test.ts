/** Removal of the words that only make a text a question; all words that say what is asked stay. */
import { expect, it } from 'vitest';
import { bareQuestion } from '../../../../../../api/signals/ranking/words/bare-question.js';

it.each([
  [
    'Can you show me any companies that have changed their auditor?',
    'companies that have changed their auditor',
  ],
  ['Are there any firms in trouble?', 'firms in trouble'],
  ['Has anyone left the board?', 'left the board'],
  ["I'm looking for companies investing in AI", 'companies investing in AI'],
  ['We are looking for online shops in Berlin', 'online shops in Berlin'],
  ['I need to know about layoffs at banks', 'layoffs at banks'],
  ['tell me about layoffs', 'layoffs'],
  ['Did any company open an office? ', 'open an office'],
])('bareQuestion shortens "%s" to "%s"', (question, bare) => {
  expect(bareQuestion(question)).toBe(bare);
});

it.each([
  ['Who runs Example Dairy?', 'chief executive officer of Example Dairy'],
  ["who's in charge of Example", 'chief executive officer of Example'],
  [
    'companies that need a new chief executive officer',
    'companies that search for a new chief executive officer',
  ],
  [
    'Banks without a permanent chief executive in Spain',
    'Banks search for a new chief executive in Spain',
  ],
  ['who is looking for a new head of sales', 'who search for a new head of sales'],
  ['I am looking for chief executives', 'chief executives'],
])('bareQuestion says what texts about a boss say: "%s", "%s"', (question, bare) => {
  expect(bareQuestion(question)).toBe(bare);
});

it.each([
  'leads the round of Example Data',
  'which companies are cutting costs',
  'who has been sued',
  'need a new supplier',
  'go without a chief executive officer',
  'companies in Germany that are hiring',
  'All Nippon Airways layoffs',
  'People Inc',
  'what is new at Example',
  'startups that raised a seed round',
  "companies that aren't in the US",
  'firms that are not banks',
  "companies that aren't French",
  'companies that are not Israeli',
  "companies that aren't UK-based",
  'companies that are not headquartered in France',
])('bareQuestion leaves "%s" unchanged', (question) => {
  expect(bareQuestion(question)).toBe(question);
});
