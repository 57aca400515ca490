import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';

const tracer = new Tracer({
  serviceName: process.env.SERVICE_NAME ?? 'dealbell',
  // Lambda names the daemon that takes traces; where there is none, clients stay as they are.
  enabled: process.env.AWS_XRAY_DAEMON_ADDRESS !== undefined,
  // It would keep every address that is called, and those of other people's webhooks are secrets.
  captureHTTPsRequests: false,
});

/** A client whose calls stand in the traces: the service, the operation, how long it took and how it ended. */
export const traced = <T>(client: T): T => tracer.captureAWSv3Client(client as never) as T;

/** A part of the trace for the function's own work; what it answers is nobody's who reads traces. */
export const traceCalls = () => captureLambdaHandler(tracer, { captureResponse: false });

/** Has traces found by the call of the contract, such as `GET /leads/{id}`. */
export const traceCall = (call: string): void => tracer.putAnnotation('call', call);
