/*
 * Logistic regression with an L2 penalty, by Newton's method: the same data gives the same weights to the last bit. A row
 * is the list of its features that are 1, as most are 0.
 */

export interface Fit {
  intercept: number;
  weights: number[];
}

export const probabilityAt = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** log(1 + e^x) without overflow. */
const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

/** Solves a·x = b for a positive definite matrix, which is overwritten, by Cholesky's factorisation. */
function solve(a: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const at = (row: number, column: number) => a[row * n + column]!;
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = at(i, j);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      a[i * n + j] = i === j ? Math.sqrt(sum) : sum / at(j, j);
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= at(i, k) * x[k]!;
    x[i]! /= at(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= at(k, i) * x[k]!;
    x[i]! /= at(i, i);
  }
  return x;
}

interface Problem {
  /** Of each row the numbers of its features, from 0. */
  rows: readonly (readonly number[])[];
  /** Whether each row was won. */
  won: readonly boolean[];
  features: number;
  penalty: number;
}

/** Weights stand first, the intercept last. */
const logitOf = (beta: Float64Array, row: readonly number[]): number => {
  let logit = beta[beta.length - 1]!;
  for (const feature of row) logit += beta[feature]!;
  return logit;
};

function lossAt(beta: Float64Array, { rows, won, features, penalty }: Problem): number {
  let loss = 0;
  for (let at = 0; at < rows.length; at++) {
    const logit = logitOf(beta, rows[at]!);
    loss += softplus(won[at] ? -logit : logit);
  }
  for (let at = 0; at < features; at++) loss += (penalty / 2) * beta[at]! ** 2;
  return loss;
}

/** The Newton step at a place: what solves Hessian · step = gradient. */
function stepAt(beta: Float64Array, { rows, won, features, penalty }: Problem): Float64Array {
  const n = features + 1;
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n * n);
  for (let at = 0; at < rows.length; at++) {
    const row = [...rows[at]!, features];
    const p = probabilityAt(logitOf(beta, rows[at]!));
    const weight = p * (1 - p);
    for (const one of row) {
      gradient[one]! += p - (won[at] ? 1 : 0);
      for (const other of row) hessian[one * n + other]! += weight;
    }
  }
  for (let at = 0; at < features; at++) {
    gradient[at]! += penalty * beta[at]!;
    hessian[at * n + at]! += penalty;
  }
  // The intercept has no penalty; where every probability is at an end its own weight would be 0.
  hessian[n * n - 1]! += 1e-9;
  return solve(hessian, gradient);
}

/** A step is halved so often at most until it makes things better. */
const halvings = 30;
/** Below so much of the loss a step changes nothing worth having. */
const tolerance = 1e-10;

/** The weights that fit best under the penalty; the intercept has none. */
export function fitLogistic(problem: Problem, steps: number): Fit {
  let beta = new Float64Array(problem.features + 1);
  let loss = lossAt(beta, problem);
  for (let step = 0; step < steps; step++) {
    const way = stepAt(beta, problem);
    let next = beta;
    let after = loss;
    for (let half = 0, size = 1; half < halvings; half++, size /= 2) {
      const tried = beta.map((value, at) => value - size * way[at]!);
      const triedLoss = lossAt(tried, problem);
      if (triedLoss >= loss) continue;
      [next, after] = [tried, triedLoss];
      break;
    }
    const gain = loss - after;
    [beta, loss] = [next, after];
    if (gain <= tolerance * (1 + loss)) break;
  }
  return { intercept: beta[problem.features]!, weights: [...beta.subarray(0, problem.features)] };
}
