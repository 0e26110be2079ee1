/** When a consumer counts as unable to read, by the events of the client. */
import { EventEmitter } from 'node:events';
import kafkajs, { type Consumer } from 'kafkajs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportState } from '../../../../../shared/platform/kafka/report-state.js';

const { events } = new kafkajs.Kafka({ brokers: ['127.0.0.1:1'] }).consumer({ groupId: 'g' });
let client: EventEmitter;
let reports: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new EventEmitter();
  reports = [];
  const on = (event: string, listener: (event: never) => void) => {
    client.on(event, listener as never);
    return () => undefined;
  };
  reportState({ events, on } as Pick<Consumer, 'on' | 'events'>, (error) => {
    reports.push(error instanceof Error ? error.message : error);
  });
});

afterEach(() => vi.useRealTimers());

const send = (event: string, payload: object = {}) => client.emit(event, { payload });
const answer = () => send(events.FETCH, { numberOfBatches: 0 });
const SILENT = 'No broker has answered for 10 s. Check that one runs';

it('reports a request without an answer after 10 s, although the client still repeats it', () => {
  send(events.FETCH_START);
  vi.advanceTimersByTime(6_000);
  send(events.FETCH_START);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(4_000);
  expect(reports).toEqual([SILENT]);
  answer();
  expect(reports).toEqual([SILENT, null]);
});

it('counts the 10 s from the first request after an answer', () => {
  send(events.FETCH_START);
  vi.advanceTimersByTime(9_000);
  answer();
  vi.advanceTimersByTime(60_000);
  send(events.FETCH_START);
  vi.advanceTimersByTime(9_000);
  expect(reports).toEqual([null]);
});

it.each(['REBALANCING', 'STOP'] as const)('expects no answer after %s', (event) => {
  send(events.FETCH_START);
  send(events[event]);
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual([]);
});

it('reports the error with which the client gives up, once', () => {
  send(events.FETCH_START);
  send(events.CRASH, { error: new Error('gone') });
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual(['gone']);
});
