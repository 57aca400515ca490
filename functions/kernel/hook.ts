/**
 * What one noun lets another do in its stead, without importing it: the entry of a function names who does it, so that
 * two nouns need not import each other.
 */
export interface Hook<Given extends unknown[], Answer> {
  /** Called once by the function's entry, with who does it. */
  register(run: (...given: Given) => Promise<Answer>): void;
  /** @throws in a function whose entry names nobody */
  run(...given: Given): Promise<Answer>;
}

const unregistered = (name: string) => new Error(`The entry of this function has to call ${name}.register.`);

/** @param name as the hook is exported, for the error */
export function hook<Given extends unknown[], Answer>(name: string): Hook<Given, Answer> {
  let registered: ((...given: Given) => Promise<Answer>) | undefined;
  return {
    register(run) {
      registered = run;
    },
    async run(...given) {
      if (!registered) throw unregistered(name);
      return registered(...given);
    },
  };
}

/** Several things that one noun lets another do, each run by its name; registered together. */
export interface Hooks<Parts> {
  /** Called once by the function's entry, with who does them. */
  register(parts: Parts): void;
  /** @throws in a function whose entry names nobody */
  readonly run: Parts;
}

/** @param name as the hooks are exported, for the error */
export function hooks<Parts>(name: string): Hooks<Parts> {
  let registered: Parts | undefined;
  return {
    register(parts) {
      registered = parts;
    },
    get run() {
      if (!registered) throw unregistered(name);
      return registered;
    },
  };
}
