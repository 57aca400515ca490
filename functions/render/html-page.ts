import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { type Playable, ScenePlayer } from '#shared/scene/player.ts';
import '#shared/scene/registry.ts';

/* The script of an exported page: it plays from the folder it lies in, without a network. */

declare const dealbellContent: {
  content: Playable;
  fonts: Record<string, string>;
  media: Record<string, string>;
};

const { content, fonts, media } = dealbellContent;
const player = new ScenePlayer({
  host: document.getElementById('sign')!,
  fonts: new BrowserFonts((file) => fonts[file]),
  resolve: (url) => media[url] ?? url,
});
document.title = content.name;
void player.show(content);
