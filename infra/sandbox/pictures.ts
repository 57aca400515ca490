import type { Route } from './index.ts';

/*
 * A site of pictures that is not the product's own: what an element with an address of another site is tried with.
 * The product reaches it as http://pictures.dealbell.test/….
 */

const sunrise = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#24365f"/><stop offset=".7" stop-color="#e08e79"/><stop offset="1" stop-color="#ffd9a0"/></linearGradient></defs>
<path fill="url(#sky)" d="M0 0h640v480H0z"/><circle cx="420" cy="300" r="70" fill="#fff1cf"/><path fill="#43395f" d="M0 360q160-60 320 0t320 0v120H0z"/></svg>`;

const svg = (body: string) => ({ status: 200, headers: { 'content-type': 'image/svg+xml' }, body });

const redirect = (location: string) => ({ status: 302, headers: { location }, body: '' });

export const pictureRoutes: Route = async (request, { pathname, searchParams }) => {
  switch (pathname) {
    case '/sandbox/pictures/sunrise.svg':
      return svg(sunrise);
    case '/sandbox/pictures/script.svg':
      return svg(sunrise.replace('<defs>', '<script>document.title = 1</script><defs>'));
    case '/sandbox/pictures/redirect':
      return redirect(searchParams.get('to') ?? '/sunrise.svg');
    case '/sandbox/pictures/never':
      await new Promise((resolve) => request.once('close', resolve));
      return { status: 503, headers: {}, body: '' };
    default:
      return undefined;
  }
};
