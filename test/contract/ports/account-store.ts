/** Contract of the account store. */
import { expect, it } from 'vitest';
import type { Account, ApiKey } from '../../../shared/domain/ports/account-store.js';
import { createClickHouseAccountStore } from '../../../shared/stores/accounts/clickhouse-account-store.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { rewriteAnHourAhead } from '../../helpers/rewrite-an-hour-ahead.js';

const account = (accountId: string, more: Partial<Account> = {}): Account => ({
  accountId,
  name: accountId,
  monthlyLimit: 1_000,
  unlimited: false,
  rateLimit: 60,
  earlyAccess: false,
  billingAnchorDay: 5,
  createdAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  formerAnchors: [],
  ...more,
});

const apiKey = (keyId: string, accountId: string, more: Partial<ApiKey> = {}): ApiKey => ({
  keyId,
  accountId,
  name: 'key',
  prefix: 'sig_12345678',
  hash: `hash-${keyId}`,
  createdAt: '2026-01-02T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  monthlyCreditCap: null,
  lastUsedAt: null,
  ...more,
});

describeContract('account store', (store) => {
  const accounts = () => createClickHouseAccountStore(store());
  const addAccounts = async (...added: Account[]) => {
    for (const each of added) expect(await accounts().addAccount(each)).toBe(true);
  };
  const changeAccount = (accountId: string, change: Partial<Account>) =>
    accounts().changeAccount(accountId, (stored) => ({ ...stored, ...change }));
  const changeKey = (keyId: string, change: Partial<ApiKey>) =>
    accounts().changeKey(keyId, (stored) => ({ ...stored, ...change }));

  it('returns an account as last written, and lists accounts by id', async () => {
    expect(await accounts().account('a')).toBeNull();
    await addAccounts(account('b'), account('a'));
    const change = { unlimited: true, earlyAccess: true, monthlyLimit: 9_007_199 };
    const changed = account('a', change);
    expect(await changeAccount('a', change)).toEqual(changed);
    expect(await accounts().account('a')).toEqual(changed);
    expect(await accounts().accounts()).toEqual([changed, account('b')]);
  });

  it('creates an account once, also if it is created several times at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `customer ${index}`);
    const added = await Promise.all(
      names.map((name) => accounts().addAccount(account('contested', { name }))),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    const name = String(names[added.indexOf(true)]);
    expect(await accounts().account('contested')).toEqual(account('contested', { name }));
    expect(await accounts().addAccount(account('contested', { name }))).toBe(false);
  });

  it('never creates an account with the id of a deleted one', async () => {
    const deletedAt = '2026-03-01T00:00:00.000Z';
    expect(await accounts().addAccount(account('former'))).toBe(true);
    await changeAccount('former', { deletedAt });
    expect(await accounts().addAccount(account('former'))).toBe(false);
    expect((await accounts().account('former'))?.deletedAt).toBe(deletedAt);
  });

  it('records former billing anchor days by itself', async () => {
    await addAccounts(account('moved'));
    await changeAccount('moved', { billingAnchorDay: 20 });
    await changeAccount('moved', { billingAnchorDay: 20, name: 'again' });
    expect((await accounts().account('moved'))?.formerAnchors).toEqual([
      { day: 5, untilMs: expect.any(Number) },
    ]);
  });

  it('keeps every change of an account or a key that is changed several times at once', async () => {
    await addAccounts(account('busy'));
    await accounts().addKey(apiKey('busy', 'busy'));
    const limits = { name: 'renamed', monthlyLimit: 7, rateLimit: 8, billingAnchorDay: 9 };
    const ends = { name: 'renamed', monthlyCreditCap: 7, revokedAt: '2026-03-01T00:00:00.000Z' };
    const each = <Value>(change: Value) =>
      Object.entries(change as object).map(
        ([name, value]) => ({ [name]: value }) as Partial<Value>,
      );
    await Promise.all([
      ...each(limits).map((change) => changeAccount('busy', change)),
      ...each(ends).map((change) => changeKey('busy', change)),
    ]);
    expect(await accounts().account('busy')).toMatchObject(limits);
    expect(await accounts().key('busy')).toEqual(apiKey('busy', 'busy', ends));
  });

  it('stores nothing if a change throws, changes nothing, or has nothing to change', async () => {
    await accounts().addKey(apiKey('same', 'someone'));
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(accounts().changeKey('same', refuse)).rejects.toThrow('refused');
    expect(await accounts().changeKey('same', (stored) => stored)).toEqual(
      apiKey('same', 'someone'),
    );
    expect(await changeKey('nobody', { name: 'x' })).toBeNull();
    expect(await changeAccount('nobody', { name: 'x' })).toBeNull();
    expect(await accounts().key('nobody')).toBeNull();
    expect(await accounts().account('nobody')).toBeNull();
  });

  it('finds a key by id, hash and account, and replaces it on change', async () => {
    await accounts().addKey(apiKey('k1', 'owner'));
    await accounts().addKey(apiKey('k2', 'owner', { expiresAt: '2027-01-01T00:00:00.000Z' }));
    const revokedAt = '2026-02-01T00:00:00.000Z';
    const revoked = apiKey('k1', 'owner', { revokedAt });
    expect(await changeKey('k1', { revokedAt })).toEqual(revoked);
    expect(await accounts().key('k1')).toEqual(revoked);
    expect(await accounts().keysByHash(['nobody', 'hash-k1', 'hash-k1'])).toEqual([revoked]);
    expect((await accounts().keys('owner')).map(({ keyId }) => keyId)).toEqual(['k1', 'k2']);
    expect(await accounts().keysByHash(['nobody'])).toEqual([]);
  });

  it('replaces accounts and keys that were written by a clock an hour ahead', async () => {
    await addAccounts(account('ahead'));
    await accounts().addKey(apiKey('k-ahead', 'ahead'));
    for (const table of ['accounts', 'api_keys']) await rewriteAnHourAhead(store(), table);
    for (const at of ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z']) {
      await changeAccount('ahead', { deletedAt: at });
      await changeKey('k-ahead', { revokedAt: at });
      expect(await accounts().account('ahead')).toMatchObject({ deletedAt: at });
      expect(await accounts().key('k-ahead')).toMatchObject({ revokedAt: at });
    }
  });

  it('never moves the time of last use of a key backwards', async () => {
    await accounts().addKey(apiKey('used', 'someone'));
    const [early, late] = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z'];
    await accounts().touchKeys([{ keyId: 'used', usedAt: late }]);
    await accounts().touchKeys([{ keyId: 'used', usedAt: early }]);
    expect(await accounts().key('used')).toMatchObject({ lastUsedAt: late });
  });
});
