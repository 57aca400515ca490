/** Where the builder of a plan is (document 001, section 2); 'new' opens an empty one. */
export const builderPath = (planId: string): string => `/dialplan/builder/enhanced/${planId}`;
