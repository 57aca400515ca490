import { z } from 'zod';
import { AwsError, checked, type Handle, jsonService } from '../aws-json.ts';

export interface Ssm {
  handle: Handle;
  /** Sets a parameter to what the template says. */
  ensureParameter(name: string, value: string): void;
}

/** Systems Manager's parameters on one machine: those of the template, which alone writes them. */
export function createSsm({ region, accountId }: { region: string; accountId: string }): Ssm {
  const parameters = new Map<string, string>();
  return {
    ensureParameter: (name, value) => void parameters.set(name, value),
    handle: jsonService({
      target: 'AmazonSSM',
      version: '1.1',
      namespace: 'com.amazonaws.ssm',
      operations: {
        GetParameter(input) {
          const { Name } = checked(z.object({ Name: z.string().min(1) }), input);
          const Value = parameters.get(Name);
          if (Value === undefined) throw new AwsError('ParameterNotFound', `Parameter ${Name} not found.`);
          const ARN = `arn:aws:ssm:${region}:${accountId}:parameter${Name}`;
          return { Parameter: { Name, Type: 'String', Value, Version: 1, DataType: 'text', ARN } };
        },
      },
    }),
  };
}
