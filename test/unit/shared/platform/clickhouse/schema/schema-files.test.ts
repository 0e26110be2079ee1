/**
 * Files of the schema are never edited: a database that has applied one would keep the old form. A
 * change of the schema is a new file, whose checksum is added here.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../../../../shared/domain/package-root.js';
import { schemaFiles } from '../../../../../../shared/platform/clickhouse/schema/migrate.js';

const CHECKSUMS = {
  '001_create_signals.sql': 'e95c3d2066f1fbcf370f4e5dffe776491e290eca4256ad16cdea0e0ef824670d',
  '002_create_companies_and_contacts.sql':
    '981e27b436619307f9c7cb0fec3857bb246cb898b30aabbbc5d1042d72659ef9',
  '003_create_ingest.sql': 'fcaf77879e4e0bfa043c59ca428398d49c9623395e15488d2984934b27f52d65',
  '004_create_accounts.sql': '41316eb591b98b18428bfbfcf5ee445bd0f628aeaef290ec1a1b36e355c5774b',
  '005_create_leases.sql': 'f177d4a0552f319972d08179475266607fc0202f1f24b79f66f86320b0e913ab',
  '006_create_views.sql': '6d9182dc96eaf721ba640e764c42f7f2983cc8dd5dee4291420028387c0f56cb',
  '007_add_ranking.sql': '95022ca7541c7b5a2a71fc5be8c17bc40ea671b97426cada43cddc0945849ee3',
  '008_create_company_domains.sql':
    '20d711672e143ea3e751e5326508ae670014c4be19c2b432382f801e2b684133',
  '009_create_ingest_outcomes.sql':
    '6b552573331e5e912de578dba78fd6e888fc94dc5f858f564ba573f2387b27e7',
  '010_create_signal_records.sql':
    'f2f5c0699ba2b3e138189ec60818eea8ba82d3cda7cb5d985b1facb02b98d6bb',
  '011_merge_when_quiet.sql': '7bf0e06b45458cbbf1c546ad964965835bd5166c4717f0cceb100317f4199536',
  '013_create_signal_vectors.sql':
    '3c6094ee149ea552475952b7056ffa50575049491cc0569dcb6247d40134d668',
  '014_drop_second_vectors.sql': '33ad67eff08550bf25b235702738ca60d9a2d773f0540321d96afd684a12e8a9',
  '015_compact_profiles.sql': '0e454f1d01eb805f3795fdfd800dedae95ee3638301c8b19f3846864161f03a0',
  '016_create_company_spellings.sql':
    '7b8b6d9d4cf8c5f31213493ae3c6424437348acebce40354d7281d3459794874',
  '017_add_amounts.sql': 'd109985783504030c2283bb803049498c2acf40193374b388b0286ba9eb17907',
  '018_create_company_industries.sql':
    'b9847c4da887a38739f67225e604d7b73b191b1f0166d2d75a1afeb085562afd',
  '019_add_hits.sql': '3a4fe7166ffa522c076ba1aded3308b33baf975e096c47d0952efd66aed335ae',
  '020_remember_new_accounts.sql':
    '616f370503edb857cd1749152fc88d0dc0cd6c38301f486a2973fa17a8f3b588',
  '021_remember_changes_of_keys.sql':
    '834de589527c6c3b20bcbdfedd3f9708fe97055c2e0b3649f134ae10e4e2d59e',
  '022_create_contact_names.sql':
    '580e2993e6532926b45eda3ef2c136276153e99d5724527ada189abd4a2698ff',
};

it('schema files are unchanged, and each has its checksum here', () => {
  const folder = join(packageRoot(), 'deploy/clickhouse');
  const found = schemaFiles(folder).map((name) => {
    const content = readFileSync(join(folder, name));
    return [name, createHash('sha256').update(content).digest('hex')];
  });
  expect(Object.fromEntries(found)).toEqual(CHECKSUMS);
});
