/** What an analyst's statement runs with. */
import { availableParallelism } from 'node:os';
import type { AnswerLimits } from './answer-size.js';
import { MAX_STATEMENT_BYTES } from './bound-statement.js';
import { identifier, setStatements } from './engine-statements.js';

export interface AnalystLimits {
  /** Of one statement. */
  seconds: number;
  memoryMb: number;
}

interface SessionOptions {
  database: string;
  limits: AnalystLimits;
  /** By which the statement is found, to end it. */
  mark: string;
  answer: AnswerLimits;
  sqlLength: number;
}

export const MAX_RESULT_ROWS = 1_000_000;
const MAX_AST_ELEMENTS = 5_000;
const MAX_FILES_BYTES = 2_000_000_000;

/** Limits first: afterwards nothing can be set but parameters. */
export function prepareSession({
  database,
  limits,
  mark,
  answer,
  sqlLength,
}: SessionOptions): string {
  return [
    `USE ${identifier(database)}`,
    ...setStatements({
      ...analystSettings(limits),
      // The parser's own text of it, and the names of its columns.
      max_query_size: String(4 * MAX_STATEMENT_BYTES),
      // The engine looks for the end of a statement between blocks of rows.
      max_block_size: '8192',
      function_range_max_elements_in_block: '1000000',
      max_threads: String(Math.max(1, Math.floor(availableParallelism() / 2))),
      max_ast_elements: String(MAX_AST_ELEMENTS),
      max_expanded_ast_elements: String(expandedElements(sqlLength)),
      // Compiling a large statement stops the queries of all others.
      compile_expressions: '0',
      compile_aggregate_expressions: '0',
      compile_sort_description: '0',
      compile_regular_expressions: '0',
      // A value of many rows would count once.
      enable_lazy_columns_replication: '0',
      output_format_json_pretty_print: '0',
      output_format_pretty_multiline_fields: '0',
      max_result_rows: String(Math.min(MAX_RESULT_ROWS, answer.rows)),
      max_result_bytes: String(answer.bytes),
      max_temporary_data_on_disk_size_for_query: String(MAX_FILES_BYTES),
      log_comment: mark,
    }),
    'SET ROLE NONE',
    'SET readonly = 1',
  ].join('; ');
}

/** Of a statement with its aliases written out: each of them may be its longest text. */
function expandedElements(sqlLength: number): number {
  return Math.round(Math.min(50_000, Math.max(MAX_AST_ELEMENTS, 50_000_000 / (sqlLength + 1))));
}

/** The limits that the embedded engine and a server share. */
export function analystSettings({ seconds, memoryMb }: AnalystLimits): Record<string, string> {
  return {
    max_execution_time: String(seconds),
    max_memory_usage: String(memoryMb * 1_000_000),
    max_result_rows: String(MAX_RESULT_ROWS),
  };
}
