import sharp from 'sharp';
import type { Answer } from './http.ts';
import type { Route } from './index.ts';

/*
 * A site of pictures that is not the product's own: what an element with an address of another site is tried with.
 * The product reaches it as http://pictures.dealbell.test/….
 */

const sunrise = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#24365f"/><stop offset=".7" stop-color="#e08e79"/><stop offset="1" stop-color="#ffd9a0"/></linearGradient></defs>
<path fill="url(#sky)" d="M0 0h640v480H0z"/><circle cx="420" cy="300" r="70" fill="#fff1cf"/><path fill="#43395f" d="M0 360q160-60 320 0t320 0v120H0z"/></svg>`;

/** A face as children draw one, for what takes photographs alone. */
const portrait = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600">
<path fill="#d7e3f4" d="M0 0h480v600H0z"/><path fill="#34507a" d="M60 600q20-170 180-170t180 170z"/><circle cx="240" cy="270" r="125" fill="#e5b08c"/>
<path fill="#4a3022" d="M115 260a125 125 0 0 1 250 0q-125-90-250 0z"/><circle cx="195" cy="275" r="12"/><circle cx="285" cy="275" r="12"/>
<path d="M190 330q50 45 100 0" fill="none" stroke="#7b3b2a" stroke-width="8"/></svg>`;

const svg = (body: string): Answer => ({ status: 200, headers: { 'content-type': 'image/svg+xml' }, body });

const redirect = (location: string): Answer => ({ status: 302, headers: { location }, body: '' });

export const pictureRoutes: Route = async (request, { pathname, searchParams }) => {
  switch (pathname) {
    case '/sandbox/pictures/sunrise.svg':
      return svg(sunrise);
    case '/sandbox/pictures/script.svg':
      return svg(sunrise.replace('<defs>', '<script>document.title = 1</script><defs>'));
    case '/sandbox/pictures/portrait.jpg':
      return {
        status: 200,
        headers: { 'content-type': 'image/jpeg' },
        body: await sharp(Buffer.from(portrait)).jpeg().toBuffer(),
      };
    case '/sandbox/pictures/redirect':
      return redirect(searchParams.get('to') ?? '/sunrise.svg');
    case '/sandbox/pictures/never':
      await new Promise((resolve) => request.once('close', resolve));
      return { status: 503, headers: {}, body: '' };
    default:
      return undefined;
  }
};
