/** The header by which the CDN shows the functions that a call came through it. CDK sets it, the kernel checks it. */
export const originHeader = 'x-dealbell-origin';
