/** Where the browser keeps which workspace was signed in to last. */
export const rememberedTenant = 'last-tenant';
