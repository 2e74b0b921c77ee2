const openings = [
  'Hola, quiero comprar',
  '¿Todavía tienen',
  'Necesito urgentemente',
  '¿Cuánto cuesta',
  'Ayer pedí',
];
const things = (
  'la chaqueta|el vestido|la camisa|el abrigo|la mochila|el reloj|la lámpara|el teléfono|la mesa|el sofá|' +
  'la bicicleta|el collar|la silla|el espejo|la alfombra|el paraguas'
).split('|');
const colours = 'azul|verde|gris|marrón|naranja|rosa|violeta|celeste'.split('|');
const people =
  'mi hermana|mi padre|mi madre|mi hijo|mi vecina|mi prima|mi jefe|mi abuela|mi amiga|mi marido|mi mujer|mi tío'.split(
    '|',
  );
const days = 'el lunes|el martes|el miércoles|el jueves|el viernes|el sábado|el domingo'.split('|');
const endings = ['Muchas gracias', 'Espero su respuesta', 'Quedo atento', 'Un saludo', 'Buenos días'];

/** Returns a generator of 336,000 different Spanish chat lines, so that none is in the translation cache. */
export function createSentences(): () => string {
  let serial = 0;
  return () => {
    let left = serial;
    serial += 1;
    const pick = (list: readonly string[]) => {
      const word = list[left % list.length] ?? '';
      left = Math.floor(left / list.length);
      return word;
    };
    const [thing, colour, person] = [pick(things), pick(colours), pick(people)];
    const [day, opening, ending] = [pick(days), pick(openings), pick(endings)];
    return `${opening} ${thing} de color ${colour} para ${person} antes de ${day}. ${ending}.`;
  };
}
