import type { Cdn } from './cdn/index.ts';
import type { Demo } from './demo.ts';
import type { EngineName } from './dynamodb/engine.ts';
import type { Functions } from './functions/index.ts';
import type { Services } from './services.ts';
import type { CloudDescription } from './template/template.ts';

export interface Ports {
  product: number;
  aws: number;
  dynamodb: number;
  sandbox: number;
  /** The sandbox's mail server. */
  smtp: number;
}

export interface LocalCloudOptions {
  /** Where state lies; DEALBELL_STATE_DIR or .local by default. */
  stateDir?: string;
  /** 0 for free ones; 3000 to 3004 by default. */
  ports?: Ports;
  /** The address to listen on; this machine alone by default. */
  host?: string;
  /** Forgets all state first. */
  fresh?: boolean;
  /** A compatible engine that is there already, in place of one of our own. */
  dynamodbEndpoint?: string;
  engine?: EngineName;
  /** The demo users' password, taken at the first start. */
  demoPassword?: string;
  /** Makes the demo tenant at the first start; true by default. */
  demo?: boolean;
  /**
   * `watch`: build and go on building; `once`: build if need be; `off`, the default: serve what is there; `dev`: no
   * build, but Vite's development server, and functions that find their packages in node_modules.
   */
  web?: 'watch' | 'once' | 'off' | 'dev';
  /**
   * A first start builds all functions at once: with one file for what they share, in seconds, or each one's deployed
   * bundle, as the tests of the whole product want it. Otherwise each is built, as it is deployed, when it is called.
   */
  buildsTogether?: 'shared' | 'deployed';
  /** What the local cloud is doing. */
  progress?(line: string): void;
  /** Warnings and errors of functions and services; the console's error stream by default. */
  terminal?(line: string): void;
}

export interface LocalCloud {
  /** Where people reach the product. */
  origin: string;
  awsEndpoint: string;
  dynamodbEndpoint: string;
  sandboxOrigin: string;
  region: string;
  /** What SDK clients sign with. */
  credentials: { accessKeyId: string; secretAccessKey: string };
  description: CloudDescription;
  services: Services;
  functions: Functions;
  cdn: Cdn;
  /** Undefined without a demo. */
  demo?: Demo;
  /** Where the first admin is made, by a link that works once; only at the first start. */
  firstAdminPath?: string | undefined;
  /** What has happened since the start that AWS would have refused. */
  faults: readonly string[];
  /** Milliseconds that each step of the start took; some go on beside each other. */
  timings: Record<string, number>;
  /** Invokes a function by name, logical id or ARN; answers its parsed result. @throws Error when it failed */
  invoke(name: string, payload: unknown): Promise<unknown>;
  stop(): Promise<void>;
}
