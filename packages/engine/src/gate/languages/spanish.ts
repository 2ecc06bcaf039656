import type { RequestLanguage } from './request-language.ts';

/** Requests in Spanish. */
export const SPANISH: RequestLanguage = {
  functionWords: `el la los las un una unos unas de del y es no para con por que mi mis tu tus su sus al en lo le les me te se este esta
    estos si qué cuál cuánto cuándo dónde ya más como quiero favor hay a ayer hoy mañana pero o nos`,
  marks: /[ñ¿¡áíóú]/,
  endings: '- a e ar er ir as es ad ed id ame emos en an i',
  clitics: /(?:me|te|se|nos|le|les)?(?:lo|la|los|las|le|les|me|te|nos|se)$/,
  verbs: {
    read: `mir busc encuentr encontr le ley muestr mostr ensen revis comprueb comprob verific compar resum calcul conviert convert
      list consult explic ve ver analiz traduc di dim averigu indic cuent`,
    make: `cre anad agreg escrib redact guard apunt anot registr prepar hag haz hac pon sub copi inclu mete met adjunt insert gener
      imprim rellen complet dej pid ped solicit abr abre inscrib sac firm`,
    change: `us utiliz implement cambi modific actualiz corrig corrij ajust edit marc reemplaz renombr pon baj sub aument reduc prolong cierr cerr arregl
      asign confirm acept rechaz pas orden aplaz adelant ponl`,
    move: `muev mov traslad archiv pas aplaz retras adelant deriv asign clasific dej`,
    book: `reserv program agend organiz apunt alquil qued concert inscrib planific`,
    operate: `enciend encend apag arranc inici par deten abr cierr cerr activ baj sub reinici puls toc hag haz rellen`,
    send: `envi mand respond contest avis inform notific compart public invit escrib reenvi pregunt comunic agradec coment llam
      record di dil discul disculp transmit contact felicit dig`,
    delete: `borr elimin cancel anul quit retir desech vaci descart`,
    spend: `pag transf transfier transfer compr encarg pid ped reembols devuelv devolv ingres don abon suscrib`,
    execute: `ejecut lanz instal despleg desplieg compil corr pas reinici arranc`,
    admin: `autoriz permit bloque desbloque restablec activ desactiv aprob aprueb concede conced configur da dar`,
  },
  negatedBefore: /\b(?:no|nunca|sin|jamas)\s+(?:(?:me|te|se|le|les|lo|la|los|las|nos)\s+)*$/,
  nouns: {
    message: `correo mensaje respuesta carta comentario publicación invitación aviso mail email`,
    money: `dinero pago transferencia factura importe euros alquiler cuota salario reembolso cuenta precio donación`,
    calendar: `cita reunión calendario agenda evento clase entrevista recordatorio comida cena`,
    file: `archivo fichero documento carpeta informe acta presupuesto contrato pdf lista presentación`,
    note: `nota notas apunte apuntes`,
    person: `persona compañero compañera amigo amiga cliente clienta miembro invitado usuario contacto equipo dueño vecina`,
    info: `datos información dirección`,
    booking: `reserva viaje tren billete`,
    hotel: `hotel habitación alojamiento`,
    flight: `vuelo avión asiento equipaje`,
    restaurant: `restaurante mesa`,
    rental: `alquiler coche`,
    order: `pedido artículo producto paquete entrega envío carrito pieza`,
    stock: `acciones existencias inventario almacén`,
    entry: `coche puerta cerradura portón alarma ventana`,
    device: `luz luces lámpara calefacción temperatura termostato aparato cámara coche`,
    credential: `contraseña clave código`,
    task: `tarea recordatorio pendiente`,
    web: `página páginas web enlace artículo formulario sitio`,
    channel: `canal grupo equipo slack`,
    permission: `permiso permisos acceso`,
    code: `código test tests prueba pruebas rama commit repositorio función error bug issue issues script`,
    leave: `vacaciones permiso baja ausencia`,
    expense: `gasto gastos recibo dietas`,
    sheet: `tabla fila celda columna hoja`,
    support: `ticket incidencia caso cliente queja parte`,
    subscription: `suscripción suscripciones plan abono`,
    record: `ficha cliente registro empresa fase etapa expediente parte`,
    service: `servicio servidor despliegue`,
  },
  delegation:
    /(?:haz|sigue|ejecuta|cumple|ocúpate)[^.?!\n]{0,60}(?:lo que (?:[^.?!\n]{1,30} )?(?:dice|pone|pide|pida|quiere)|instrucciones|tareas|pasos)/,
};
