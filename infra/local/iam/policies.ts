import type { CloudDescription } from '../template/template.ts';
import { type Properties, TemplateError } from '../template/types.ts';
import { fits } from './match.ts';

/** One permission that a function's role grants: an action on a resource, both as the template has them. */
export interface Grant {
  action: string;
  resource: string;
  conditions: Condition[];
}

interface Condition {
  operator: string;
  key: string;
  values: string[];
}

/** What a request asks for. `resources` are names of the one thing, any of which may be granted. */
export interface Asked {
  action: string;
  resources: string[];
  context?: Record<string, string | undefined>;
}

const list = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : ([value].flat() as T[]));

const operators: Record<string, (value: string, given: string) => boolean> = {
  StringEquals: (value, given) => value === given,
  StringLike: fits,
  ArnEquals: fits,
  ArnLike: fits,
};
const ifExists = 'IfExists';
const operatorOf = (name: string) =>
  operators[name.endsWith(ifExists) ? name.slice(0, -ifExists.length) : name];

function conditionsOf(condition: Properties | undefined, where: string): Condition[] {
  return Object.entries(condition ?? {}).flatMap(([operator, keys]) => {
    if (!operatorOf(operator))
      throw new TemplateError(`The local cloud does not know ${operator} (in ${where}).`);
    return Object.entries(keys as Properties).map(([key, values]) => ({
      operator,
      key,
      values: list(values).map(String),
    }));
  });
}

function grantsOf(document: Properties, where: string): Grant[] {
  return (document.Statement as Properties[]).flatMap((statement) => {
    if (statement.Effect !== 'Allow' || statement.NotAction || statement.NotResource)
      throw new TemplateError(
        `The local cloud reads statements that allow, by Action and Resource (in ${where}).`,
      );
    const conditions = conditionsOf(statement.Condition, where);
    return list(statement.Action as string).flatMap((action) =>
      list(statement.Resource as string).map((resource) => ({ action, resource, conditions })),
    );
  });
}

/** What each function of the product may do, by its name: the policies of its role. */
export function policiesOf(cloud: CloudDescription): Map<string, Grant[]> {
  const policies = cloud.ofType('AWS::IAM::Policy');
  return new Map(
    cloud.ofType('AWS::Lambda::Function').map(({ name, properties }) => {
      const role = cloud.byArn(String(properties.Role));
      if (!role) return [name, []];
      const inline = list(role.properties.Policies as Properties[]).flatMap(({ PolicyDocument }) =>
        grantsOf(PolicyDocument, role.name),
      );
      const attached = policies
        .filter((policy) => list(policy.properties.Roles as string[]).includes(role.name))
        .flatMap((policy) => grantsOf(policy.properties.PolicyDocument, policy.name));
      return [name, [...inline, ...attached]];
    }),
  );
}

function holds({ operator, key, values }: Condition, context: Asked['context']): boolean {
  const given = context?.[key];
  if (given === undefined) return operator.endsWith(ifExists);
  return values.some((value) => operatorOf(operator)!(value, given));
}

/** The grant that allows what is asked; undefined where none does, and AWS would deny it. */
export const grantFor = (
  grants: readonly Grant[],
  { action, resources, context }: Asked,
): Grant | undefined =>
  grants.find(
    (grant) =>
      fits(grant.action.toLowerCase(), action.toLowerCase()) &&
      resources.some((resource) => fits(grant.resource, resource)) &&
      grant.conditions.every((condition) => holds(condition, context)),
  );
