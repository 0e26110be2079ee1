/**
 * Writes the configuration of the embedded engine. Its only user may read the tables and nothing
 * else; all other rights come with the role `service`, which the service's sessions have from their
 * start. A session that gives up the role keeps only the user's grants. So the engine itself keeps
 * analysts from writing, altering, and reaching other databases, files or hosts as tables.
 */
import { resolve } from 'node:path';
import { replaceFile } from '../../process/replace-file.js';

export interface EngineConfigParts {
  server?: string;
  profile?: string;
  user?: string;
}

/** Writes the engine's configuration to a file next to `folder`, and returns the file's path. */
export function writeConfig(folder: string, database: string, parts?: EngineConfigParts): string {
  const path = `${resolve(folder)}.xml`;
  // The folder's holder reads the file with each session.
  replaceFile(path, engineConfig(path, database, parts));
  return path;
}

/** Returns the configuration of a disk with another engine's tables, which cannot be written. */
export function readOnlyDisk(folder: string): string {
  return `<storage_configuration>
    <disks><tables>
      <type>object_storage</type><object_storage_type>local</object_storage_type>
      <metadata_type>plain</metadata_type><path>${escapeXml(folder)}/</path>
      <read_only>true</read_only><readonly>true</readonly><skip_access_check>true</skip_access_check>
    </tables></disks>
    <policies><tables><volumes><main><disk>tables</disk></main></volumes></tables></policies>
  </storage_configuration>
  <merge_tree><storage_policy>tables</storage_policy></merge_tree>`;
}

/** Returns the configuration. `path`: its own file, from which the engine also reads its users. */
function engineConfig(
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
