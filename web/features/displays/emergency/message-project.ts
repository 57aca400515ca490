/** A sign of one message, large and white on red, as the content creator would hold it. */
export async function messageProject(text: string) {
  // The drawing code is large; it comes when it is needed.
  const { newElement } = await import('#shared/scene/registry.ts');
  const words = text.trim();
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', { id: 'elm_message', x: 120, y: 140, layerOrder: 0 });
  // As large as the words allow on 1920 × 1080: long messages are read from afar, too.
  const fontSize = Math.round(Math.max(72, Math.min(190, 1900 / Math.sqrt(words.length + 8))));
  return {
    name: `Emergency: ${words.replace(/\s+/g, ' ').slice(0, 90)}`,
    canvasSize: { width: 1920, height: 1080 },
    canvasBackground: { type: 'solid' as const, color: '#b3122a' },
    elements: [
      {
        ...element,
        size: { width: 1680, height: 800 },
        styles: {
          ...element.styles,
          fontSize,
          fontWeight: 700,
          color: '#ffffff',
          verticalAlign: 'middle',
        },
        properties: { ...element.properties, text: words, textAlign: 'center' },
      },
    ],
  };
}
