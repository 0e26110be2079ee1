/**
 * The configuration of the embedded engine: its one user may read the tables and no more; everything else
 * comes with the role `service`, which sessions of the service have from their start. A session that gives
 * the role up keeps the user's own grants: so the engine itself refuses an analyst to write, to alter, and
 * to reach other databases, files or hosts as tables.
 */

/** Further XML, for a cluster of tests. */
export interface EngineConfigParts {
  server?: string;
  profile?: string;
  user?: string;
}

/** `path`: where this text is stored; the engine reads its users from the same file. */
export function engineConfig(
  path: string,
  database: string,
  { server = '', profile = '', user = '' }: EngineConfigParts = {},
): string {
  return `<clickhouse>
  <users_config>${escapeXml(path)}</users_config>
  ${server}
  <profiles><default>${profile}</default></profiles>
  <quotas><default></default></quotas>
  <roles><service><grants><query>GRANT ALL ON *.*</query></grants></service></roles>
  <users><default>
    <password></password><networks><ip>::/0</ip></networks>
    <profile>default</profile><quota>default</quota>
    <grants>
      <query>GRANT SELECT, SHOW ON ${escapeXml(database)}.*</query>
      <query>GRANT service</query>
    </grants>
    ${user}
  </default></users>
</clickhouse>
`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
