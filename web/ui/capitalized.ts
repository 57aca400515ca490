/** 'transfer groups' as a title begins: 'Transfer groups'. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
