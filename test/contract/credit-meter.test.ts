/** Contract of every credit meter: the one on a journal, and the one on Redis if a server is available. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreditMeter, Settlement } from '../../shared/domain/ports/credit-meter.js';
import { CREDIT_METERS, type CreditMeters } from '../helpers/credit-meters.js';
import { CreditModel } from '../helpers/credit-model.js';
import { chargeOf, payer } from '../helpers/payer.js';
import { openUsageLedger, type UsageLedger } from '../helpers/usage-ledger.js';

/** The real time, because ClickHouse deletes settled keys by its own clock. */
const START_MS = Date.now();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RUNS = process.env.LONG ? 200 : 25;

for (const [name, create, missing] of CREDIT_METERS) {
  describe.skipIf(missing)(`Credit meter: ${name}${missing ? ` (${missing})` : ''}`, () => {
    let ledger: UsageLedger;
    let adapter: CreditMeters;
    let meters: CreditMeter[];
    let nowMs: number;
    const clock = { now: () => nowMs };
    const meterAt = (at = 0): CreditMeter => {
      const meter = meters[at % meters.length];
      if (!meter) throw new Error('no meter');
      return meter;
    };
    const settlementOf = (scope: string, fingerprint = 'f', answer: string | null = '{"a":1}') => ({
      scope,
      fingerprint,
      answer,
    });

    beforeAll(async () => {
      nowMs = START_MS;
      ledger = await openUsageLedger();
      adapter = await create(ledger, clock);
      meters = await adapter.open();
    });

    beforeEach(() => {
      nowMs = START_MS;
    });

    afterAll(async () => {
      await adapter.close();
      await ledger.close();
    });

    it('never exceeds the limit of an account or the cap of a key under concurrent charges', async () => {
      const capped = payer('rush', { limit: 50, cap: 20, key: 'capped' });
      const open = payer('rush', { limit: 50, key: 'open' });
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          meterAt(at).charge(chargeOf(at % 3 === 0 ? capped : open, at % 3 === 0 ? 3 : 1)),
        ),
      );
      const paid = outcomes.map(({ state }, at) =>
        state === 'charged' ? (at % 3 === 0 ? 3 : 1) : 0,
      );
      const sum = (from: readonly number[]) => from.reduce((all, each) => all + each, 0);
      expect(sum(paid)).toBeLessThanOrEqual(50);
      expect(sum(paid)).toBeGreaterThan(47);
      expect(sum(paid.filter((_, at) => at % 3 === 0))).toBeLessThanOrEqual(20);
      await meterAt().drain();
      expect((await ledger.charged('rush')).credits).toBe(sum(paid));
      expect((await meterAt(1).balance(open)).used).toBe(sum(paid));
    });

    it('records nothing for a charge that exceeds the balance', async () => {
      const who = payer('poor', { limit: 5 });
      const settlement = settlementOf('poor-scope');
      const refused = await meterAt().charge(chargeOf(who, 6, { settlement }));
      expect(refused).toMatchObject({ state: 'insufficient', balance: { used: 0, remaining: 5 } });
      expect(await meterAt(1).claim(settlement)).toEqual({ state: 'claimed' });
      await meterAt(1).release(settlement);
      await meterAt().drain();
      expect(await ledger.charged('poor')).toEqual({ credits: 0, charges: 0 });
    });

    it('replays a settled request for 24 hours and forgets it after that', async () => {
      const who = payer('repeater');
      const settlement = settlementOf('again');
      expect(await meterAt().claim(settlement)).toEqual({ state: 'claimed' });
      expect(await meterAt(1).claim(settlement)).toEqual({ state: 'running' });
      expect((await meterAt().charge(chargeOf(who, 2, { settlement }))).state).toBe('charged');
      nowMs = START_MS + 24 * HOUR_MS - 1_000;
      const replay = { state: 'settled', answer: settlement.answer };
      expect(await meterAt(1).claim(settlement)).toEqual(replay);
      expect(await meterAt().claim({ ...settlement, fingerprint: 'other' })).toEqual({
        state: 'reused',
      });
      expect(await meterAt(1).charge(chargeOf(who, 2, { settlement }))).toMatchObject(replay);
      const other = { ...settlement, fingerprint: 'other' };
      const refused = await meterAt(1).charge(chargeOf(who, 2, { settlement: other }));
      expect(refused).toMatchObject({ state: 'reused', balance: { used: 2 } });
      nowMs = START_MS + 24 * HOUR_MS + 1_000;
      expect(await meterAt(1).claim(settlement)).toEqual({ state: 'claimed' });
      await meterAt(1).release(settlement);
      await meterAt().drain();
      expect(await ledger.charged('repeater')).toEqual({ credits: 2, charges: 1 });
    });

    it('settles the key of a call that costs nothing, even if nothing is left to pay', async () => {
      const who = payer('penniless', { limit: 1 });
      await meterAt().charge(chargeOf(who, 1));
      const settlement = settlementOf('nothing', 'f', 'empty');
      expect(await meterAt().claim(settlement)).toEqual({ state: 'claimed' });
      const made = await meterAt().charge(chargeOf(who, 0, { settlement }));
      expect(made).toMatchObject({ state: 'charged', balance: { used: 1 } });
      expect(await meterAt(1).claim(settlement)).toEqual({ state: 'settled', answer: 'empty' });
      await meterAt().drain();
      expect(await meterAt(1).claim(settlement)).toEqual({ state: 'settled', answer: 'empty' });
      expect(await ledger.charged('penniless')).toEqual({ credits: 1, charges: 1 });
    });

    describe('a charged request whose answer was not stored', () => {
      const charge = async (scope: string, who = payer(scope)) => {
        const settlement = settlementOf(scope, 'f', null);
        const claimed = await meterAt().claim(settlement);
        const { state } = await meterAt().charge(chargeOf(who, 1, { settlement }));
        return { settlement, states: [claimed.state, state] };
      };
      const repeat = async (at: number, settlement: Settlement): Promise<string> => {
        const { state } = await meterAt(at).claim(settlement);
        if (state !== 'running') await meterAt(at).release(settlement);
        return state;
      };
      const repeatAll = async (count: number, settlement: Settlement): Promise<string[]> => {
        const states: string[] = [];
        for (let at = 0; at < count; at += 1) states.push(await repeat(at, settlement));
        return states;
      };
      const five = ['recompute', 'recompute', 'recompute', 'recompute', 'recompute'];

      it('allows five free repeats, released or not, then charges again', async () => {
        const { settlement } = await charge('long');
        expect(await repeatAll(7, settlement)).toEqual([...five, 'claimed', 'claimed']);
        expect(await repeat(1, { ...settlement, fingerprint: 'other' })).toBe('reused');
        nowMs += HOUR_MS;
        expect((await charge('long')).states).toEqual(['claimed', 'charged']);
        expect(await repeatAll(6, settlement)).toEqual([...five, 'claimed']);
        nowMs += 24 * HOUR_MS - 1_000;
        expect(await repeat(0, { ...settlement, fingerprint: 'other' })).toBe('reused');
        await meterAt().drain();
        expect(await ledger.charged('long')).toEqual({ credits: 2, charges: 2 });
      });

      it('allows free repeats for ten minutes', async () => {
        const { settlement } = await charge('late');
        nowMs = START_MS + 10 * MINUTE_MS - 1;
        expect(await repeat(0, settlement)).toBe('recompute');
        nowMs = START_MS + 10 * MINUTE_MS;
        expect(await repeat(1, settlement)).toBe('claimed');
      });

      it('allows one repeat at a time and five in total under concurrent claims', async () => {
        const { settlement } = await charge('crowd');
        const states: string[] = [];
        for (let round = 0; round < 6; round += 1) {
          const crowd = Array.from({ length: 20 }, (_, at) => meterAt(at).claim(settlement));
          const outcomes = (await Promise.all(crowd)).map(({ state }) => state);
          const [first = 'none', ...more] = outcomes.filter((state) => state !== 'running');
          expect(more).toEqual([]);
          states.push(first);
          // One of the meters holds the claim; the others ignore the release.
          for (const meter of meters) await meter.release(settlement);
        }
        expect(states).toEqual([...five, 'claimed']);
      });

      it('rejects the new charge if the balance is insufficient, and keeps the former one', async () => {
        const who = payer('spent', { limit: 1 });
        const { settlement } = await charge('spent', who);
        await repeatAll(5, settlement);
        expect((await charge('spent', who)).states).toEqual(['claimed', 'insufficient']);
        await meterAt().release(settlement);
        expect(await repeatAll(2, settlement)).toEqual(['claimed', 'claimed']);
      });

      it('continues to count free repeats after restarts', async () => {
        const { settlement } = await charge('restart');
        expect(await repeat(0, settlement)).toBe('recompute');
        await meterAt().drain();
        expect(await repeat(1, settlement)).toBe('recompute');
        meters = await adapter.restart();
        expect(await repeat(0, settlement)).toBe('recompute');
        meters = await adapter.restart();
        expect(await repeatAll(3, settlement)).toEqual(['recompute', 'recompute', 'claimed']);
      });

      it('counts charges of an already settled request as repeats, and charges the sixth', async () => {
        const who = payer('overtaken');
        const { settlement } = await charge('overtaken', who);
        const states: string[] = [];
        for (let at = 0; at < 7; at += 1) {
          states.push((await meterAt(at).charge(chargeOf(who, 1, { settlement }))).state);
        }
        expect(states).toEqual([...five, 'charged', 'recompute']);
      });
    });

    it('lets a released request be claimed again', async () => {
      const settlement = settlementOf('failed');
      expect(await meterAt().claim(settlement)).toEqual({ state: 'claimed' });
      await meterAt().release(settlement);
      expect(await meterAt(1).claim(settlement)).toEqual({ state: 'claimed' });
      await meterAt(1).release(settlement);
    });

    it('keeps charges, balances and settled keys after a restart', async () => {
      const who = payer('survivor', { limit: 10 });
      const settlement = settlementOf('survivor-scope');
      await Promise.all(Array.from({ length: 6 }, (_, at) => meterAt(at).charge(chargeOf(who, 1))));
      await meterAt().charge(chargeOf(who, 1, { settlement }));
      meters = await adapter.restart();
      expect(await meterAt().balance(who)).toMatchObject({ used: 7, remaining: 3, isExact: true });
      expect(await meterAt(1).claim(settlement)).toMatchObject({ state: 'settled' });
      expect((await meterAt().charge(chargeOf(who, 4))).state).toBe('insufficient');
      await meterAt().drain();
      expect(await ledger.charged('survivor')).toEqual({ credits: 7, charges: 7 });
    });

    it('reports the time until which all charges are in the ledger', async () => {
      await meterAt().charge(chargeOf(payer('source'), 1));
      await meterAt().drain();
      nowMs = START_MS + HOUR_MS;
      const meter = meterAt();
      if (!('source' in meter) || typeof meter.source !== 'function') throw new Error('no source');
      const source = await meter.source();
      expect(source.drainedToMs).toBeGreaterThan(START_MS);
      expect(source.drainedToMs).toBeLessThanOrEqual(nowMs);
    });

    it('agrees with a model for random sequences of charges, claims and times', async () => {
      const step = fc.record({
        meter: fc.nat(1),
        account: fc.nat(1),
        key: fc.nat(1),
        credits: fc.nat(5),
        scope: fc.option(fc.nat(2), { nil: null }),
        // One in ten claims comes with the fingerprint of another request.
        fingerprint: fc.integer({ min: 0, max: 9 }).map((at) => Math.trunc(at / 9)),
        isKept: fc.boolean(),
        afterMs: fc.oneof(
          { weight: 5, arbitrary: fc.constant(0) },
          { weight: 1, arbitrary: fc.constantFrom(4 * MINUTE_MS, 10 * MINUTE_MS) },
          { weight: 1, arbitrary: fc.constantFrom(HOUR_MS, 23 * HOUR_MS, 20 * 24 * HOUR_MS) },
        ),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
          nowMs = START_MS;
          const run = randomUUID();
          const model = new CreditModel(clock);
          for (const { afterMs, meter: at, ...each } of steps) {
            nowMs += afterMs;
            const accountId = `${run}-${each.account}`;
            const key = each.key === 0 ? { key: 'capped', cap: 7 } : { key: 'open' };
            const who = payer(accountId, { limit: 15, billingAnchorDay: 1 + each.account, ...key });
            const settlement =
              each.scope === null
                ? null
                : settlementOf(
                    `${run}-${each.scope}`,
                    `${each.fingerprint}`,
                    each.isKept ? '{"a":1}' : null,
                  );
            if (settlement) {
              const claimed = await meterAt(at).claim(settlement);
              expect(claimed).toEqual(model.claim(settlement));
              if (claimed.state === 'recompute') await meterAt(at).release(settlement);
              if (claimed.state !== 'claimed') continue;
            }
            const credits = each.credits + 1;
            const outcome = await meterAt(at).charge(chargeOf(who, credits, { settlement }));
            expect(outcome).toEqual(model.charge(chargeOf(who, credits, { settlement })));
            if (settlement && outcome.state === 'insufficient')
              await meterAt(at).release(settlement);
          }
          await meterAt().drain();
          for (const account of [0, 1]) {
            const accountId = `${run}-${account}`;
            expect(await ledger.charged(accountId)).toEqual(model.charged(accountId));
          }
        }),
        { numRuns: RUNS },
      );
    });
  });
}
