//! Short sounds, generated with the Web Audio API.

use std::cell::RefCell;

use client::shell::Sound;
use web_sys::{AudioContext, OscillatorType};

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound. Ignores errors of the browser.
pub(crate) fn play(sound: Sound) {
    let notes: &[(f32, f64)] = match sound {
        Sound::Place => &[(220.0, 0.0)],
        Sound::Turn => &[(330.0, 0.0)],
        Sound::Foundation => &[(440.0, 0.0), (660.0, 0.05)],
        Sound::Refused => &[(120.0, 0.0)],
        Sound::Win => &[(523.0, 0.0), (659.0, 0.12), (784.0, 0.24), (1047.0, 0.36)],
    };
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context {
            for (pitch, after) in notes {
                let _ = tone(context, *pitch, *after);
            }
        }
    });
}

fn tone(context: &AudioContext, pitch: f32, after: f64) -> Result<(), wasm_bindgen::JsValue> {
    let (voice, loudness) = (context.create_oscillator()?, context.create_gain()?);
    let start = context.current_time() + after;
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value(pitch);
    loudness.gain().set_value_at_time(0.08, start)?;
    loudness.gain().exponential_ramp_to_value_at_time(0.001, start + 0.09)?;
    voice.connect_with_audio_node(&loudness)?.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(start)?;
    voice.stop_with_when(start + 0.1)
}
