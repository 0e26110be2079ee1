/** Measures decisions: precision, recall, F1 by class, their mean, and confused classes. */

export interface Evaluation {
  classes: ClassScore[];
  /** Unweighted mean of the classes' F1. */
  macroF1: number;
  accuracy: number;
}

interface ClassScore {
  name: string;
  labelled: number;
  precision: number;
  recall: number;
  f1: number;
  /** Classes that it was mistaken for, most often first. */
  takenFor: { name: string; times: number }[];
}

export function evaluate(pairs: readonly { label: string; decision: string }[]): Evaluation {
  const names = [...new Set(pairs.map(({ label }) => label))].sort();
  const classes = names.map((name) => scoreOf(name, pairs));
  const right = pairs.filter(({ label, decision }) => label === decision).length;
  return {
    classes,
    macroF1: classes.reduce((sum, { f1 }) => sum + f1, 0) / classes.length,
    accuracy: right / pairs.length,
  };
}

function scoreOf(name: string, pairs: readonly { label: string; decision: string }[]): ClassScore {
  const labelled = pairs.filter(({ label }) => label === name);
  const decided = pairs.filter(({ decision }) => decision === name).length;
  const right = labelled.filter(({ decision }) => decision === name).length;
  const precision = decided === 0 ? 0 : right / decided;
  const recall = labelled.length === 0 ? 0 : right / labelled.length;
  const wrong = new Map<string, number>();
  for (const { decision } of labelled) {
    if (decision !== name) wrong.set(decision, (wrong.get(decision) ?? 0) + 1);
  }
  return {
    name,
    labelled: labelled.length,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    takenFor: [...wrong]
      .map(([other, times]) => ({ name: other, times }))
      .sort((a, b) => b.times - a.times || (a.name < b.name ? -1 : 1)),
  };
}
