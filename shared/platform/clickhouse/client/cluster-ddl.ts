/**
 * Splits the schema's files into statements, for one server or for a cluster. On a cluster, every
 * table becomes a replicated `<name>_local` on each shard and, under its own name, a table that
 * reaches all shards. Comments above a statement say where its rows belong:
 * `-- sharded by <expression>`, `-- filled in place`, and above a materialized view
 * `-- to every shard`.
 */

export interface Cluster {
  /** Name of the cluster in `remote_servers`, or a macro such as `{cluster}`. */
  name: string;
  database: string;
}

/** Throws if a statement has no form for a cluster, or does not say where its rows belong. */
export function clusterStatements(sql: string, cluster: Cluster): string[] {
  return splitStatements(sql).flatMap(({ markers, statement }) => {
    for (const { pattern, form } of FORMS) {
      const match = pattern.exec(statement);
      if (match) return form({ statement, match, markers, cluster });
    }
    throw new Error(`no form for a cluster: ${statement.slice(0, 80)}`);
  });
}

/** Returns the statements for one server. In `sql`, each ends with a semicolon at a line's end. */
export function plainStatements(sql: string): string[] {
  return splitStatements(sql).map(({ statement }) => statement);
}

/** Returns the name of the table that holds the rows of `table` on each server. */
export function localTable(table: string, cluster: Cluster | null): string {
  return cluster ? `${table}_local` : table;
}

interface MarkedStatement {
  /** Comment lines above or in the statement, without dashes. */
  markers: string[];
  statement: string;
}

interface ClusterStatement extends MarkedStatement {
  match: RegExpExecArray;
  cluster: Cluster;
}

/** Returns what a statement becomes on a cluster. */
type Form = (input: ClusterStatement) => string[];

const FORMS: readonly { pattern: RegExp; form: Form }[] = [
  { pattern: /^CREATE TABLE IF NOT EXISTS (\w+)/, form: localAndDistributedTable },
  {
    pattern: /^(CREATE MATERIALIZED VIEW IF NOT EXISTS \w+) TO (\w+) AS/,
    form: materializedView,
  },
  {
    pattern: /^CREATE OR REPLACE VIEW \w+/,
    form: ({ statement, match: [head], cluster }) => [
      statement.replace(head, `${head}${onCluster(cluster)}`),
    ],
  },
  {
    pattern: /^ALTER TABLE (\w+) (ADD|DROP|MODIFY|RENAME|COMMENT) COLUMN/,
    form: (input) => [
      ...alterLocal(input),
      input.statement.replace(/^ALTER TABLE \w+/, (head) => `${head}${onCluster(input.cluster)}`),
    ],
  },
  {
    pattern: /^ALTER TABLE \w+(?= MODIFY QUERY\b)/,
    form: ({ statement, match: [head], cluster }) => [
      readLocal(statement, cluster).replace(head, `${head}${onCluster(cluster)}`),
    ],
  },
  { pattern: /^ALTER TABLE (\w+)/, form: alterLocal },
  {
    pattern: /^DROP TABLE IF EXISTS (\w+)/,
    form: ({ statement, match: [, name = ''], cluster }) =>
      [name, localTable(name, cluster)].map(
        (each) => `${statement.replace(name, each)}${onCluster(cluster)}`,
      ),
  },
  // Copies rows that are already stored, through the tables that reach all shards.
  { pattern: /^INSERT INTO \w+\s+SELECT/, form: ({ statement }) => [statement] },
];

function localAndDistributedTable({
  statement,
  match: [head, name = ''],
  markers,
  cluster,
}: ClusterStatement): string[] {
  const local = localTable(name, cluster);
  const engineArguments = [
    `'${cluster.name}'`,
    cluster.database,
    local,
    ...shardingKey(name, markers),
  ];
  const comment = /\bCOMMENT '(?:[^'\\]|\\.|'')*'$/.exec(statement)?.[0] ?? '';
  return [
    statement
      .replace(head, `CREATE TABLE IF NOT EXISTS ${local}${onCluster(cluster)}`)
      .replace(/\bENGINE = (?=\w*MergeTree\b)/, 'ENGINE = Replicated'),
    `${head}${onCluster(cluster)} AS ${local}
ENGINE = Distributed(${engineArguments.join(', ')})
${comment}`.trimEnd(),
  ];
}

/**
 * Returns the sharding key, if there is one. A table without a key rejects direct inserts: its rows
 * come from other tables on the same server.
 */
function shardingKey(table: string, markers: readonly string[]): string[] {
  if (markers.includes('filled in place')) return [];
  const key = markers.find((marker) => marker.startsWith(SHARDED))?.slice(SHARDED.length);
  if (key === undefined) throw new Error(`${table}: no comment says where its rows belong`);
  return [key];
}

const SHARDED = 'sharded by ';

/**
 * Makes a view read the rows that arrive on its server. It writes them on the same server, or
 * through the table that reaches all shards.
 */
function materializedView({
  statement,
  match: [head, create = '', target = ''],
  markers,
  cluster,
}: ClusterStatement): string[] {
  const into = markers.includes('to every shard') ? target : localTable(target, cluster);
  return [
    readLocal(statement.replace(head, `${create}${onCluster(cluster)} TO ${into} AS`), cluster),
  ];
}

function readLocal(statement: string, cluster: Cluster): string {
  return statement.replace(
    /\bFROM (\w+)/g,
    (_, source: string) => `FROM ${localTable(source, cluster)}`,
  );
}

function alterLocal({ statement, match: [, name = ''], cluster }: ClusterStatement): string[] {
  const head = `ALTER TABLE ${localTable(name, cluster)}${onCluster(cluster)}`;
  return [statement.replace(/^ALTER TABLE \w+/, head)];
}

export function onCluster(cluster: Cluster): string {
  return ` ON CLUSTER '${cluster.name}'`;
}

function splitStatements(sql: string): MarkedStatement[] {
  return sql.split(/;[ \t]*$/m).flatMap((part) => {
    const markers = [...part.matchAll(/^--[ \t]*(.*)$/gm)].map(([, text = '']) => text.trim());
    const statement = part.replace(/^--.*$/gm, '').trim();
    return statement === '' ? [] : [{ markers, statement }];
  });
}
